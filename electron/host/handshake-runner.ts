import type { HandshakeDocument } from '../../shared/handshake/document.ts';
import { type HandshakeRunOptions, measureHandshakes } from '../lab/handshake/measure-handshakes.ts';

/**
 * Measures handshakes for a shell that waits for them, on processes that are there for this alone.
 * @returns the document; when aborted or something failed, with what was measured until then
 * @throws LabError `runtime-unusable` for an executable that can't take part; when nothing could be measured, why
 */
export function runHandshakes(options: HandshakeRunOptions): Promise<HandshakeDocument> {
  return measureHandshakes(options);
}
