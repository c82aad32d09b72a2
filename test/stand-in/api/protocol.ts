import { isReady } from '../chromium.ts';
import { notImplemented, refuseMissing } from '../refuse-missing.ts';
import { addStandardSchemes, handlers, isStandard } from './schemes.ts';

interface CustomScheme {
  scheme: string;
  privileges?: { standard?: boolean; secure?: boolean };
}

export const protocol = refuseMissing('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]) {
    if (isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      if (!privileges?.standard || !privileges.secure)
        throw notImplemented(`scheme ${scheme} not standard and secure`);
    }
    addStandardSchemes(schemes.map(({ scheme }) => scheme));
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
    if (!isReady()) throw new Error('protocol.handle: the app is not ready');
    if (!isStandard(scheme)) throw notImplemented(`protocol.handle of '${scheme}' without privileges`);
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string) {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
});
