import type { HostEvent } from '../../../shared/api.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { HandshakeProgress, HandshakeState } from '../../../shared/handshake/options.ts';
import { type HandshakeRunOptions, measureHandshakes } from './measure-handshakes.ts';

export type HandshakeLabEvent = Extract<HostEvent, { kind: 'handshake-lab' | 'handshake-document' }>;

/**
 * Measures handshakes for windows: how far it is, then the document, then how it ended.
 * @returns what ended it early, if anything did
 * @throws LabError as `measureHandshakes` does, once windows have been told that it failed
 */
export async function tellHandshakes(
  options: Omit<HandshakeRunOptions, 'onProgress'>,
  tell: (event: HandshakeLabEvent) => void,
): Promise<Fault | undefined> {
  let progress: HandshakeProgress = { doing: '', doneBatches: 0, totalBatches: 0 };
  const say = (state: HandshakeState['state']) => tell({ kind: 'handshake-lab', state: { state, progress } });
  say('running');
  try {
    const document = await measureHandshakes({
      ...options,
      onProgress: (now) => {
        progress = now;
        say('running');
      },
    });
    tell({ kind: 'handshake-document', document });
    say(document.endedEarly === 'out-of-time' ? 'done' : (document.endedEarly ?? 'done'));
    return document.fault;
  } catch (error) {
    say(options.signal.aborted ? 'cancelled' : 'failed');
    throw error;
  }
}
