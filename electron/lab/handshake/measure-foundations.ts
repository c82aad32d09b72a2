import { type Fault, toFault } from '../../../shared/fault.ts';
import type { Primitives } from '../../../shared/handshake/primitives.ts';
import type { Streaming } from '../../../shared/handshake/streaming.ts';
import type { Hello } from '../../../shared/role-api.ts';
import { measurePrimitives } from './measure-primitives.ts';
import { measureStreaming } from './measure-streaming.ts';

/** Some three seconds each on a runtime. */
const streamingTime = { turns: 7, sliceMs: 90 };
const primitivesTime = { turns: 10, sliceMs: 8 };

/** A part that could not be measured on a runtime: a fault instead of figures. */
interface Failed {
  readonly runtime: Hello['runtime'];
  readonly fault: Fault;
}

/** What lies under a handshake and what follows it, on each runtime. */
export interface Foundations {
  readonly streaming: (Streaming | Failed)[];
  readonly primitives: (Primitives | Failed)[];
}

interface FoundationsOptions {
  readonly rolesDir: string;
  readonly runtimes: readonly { readonly runtime: Hello['runtime']; readonly execPath: string | undefined }[];
  readonly signal: AbortSignal;
  readonly onDoing: (doing: string) => void;
}

/**
 * Measures streams in each cipher, and the primitives, one runtime after the other, by processes of their own. What fails
 * on one runtime is told in its place; what an abort left unmeasured is absent.
 */
export async function measureFoundations(options: FoundationsOptions): Promise<Foundations> {
  const { rolesDir, runtimes, signal, onDoing } = options;
  const measured: Foundations = { streaming: [], primitives: [] };
  for (const { runtime, execPath } of runtimes) {
    const orFault = async <T>(measuring: Promise<T>): Promise<(T | Failed)[]> => {
      try {
        return [await measuring];
      } catch (error) {
        return signal.aborted ? [] : [{ runtime, fault: toFault(error) }];
      }
    };
    const common = { rolesDir, execPath, signal };
    onDoing('streaming');
    measured.streaming.push(...(await orFault(measureStreaming({ ...common, ...streamingTime }))));
    onDoing('primitives');
    measured.primitives.push(...(await orFault(measurePrimitives({ ...common, ...primitivesTime }))));
  }
  return measured;
}
