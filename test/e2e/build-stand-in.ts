import { buildStandIn } from '../stand-in/build.mjs';

/** Before any window is opened: files that run beside each other may not build into one folder. */
export const setup = buildStandIn;
