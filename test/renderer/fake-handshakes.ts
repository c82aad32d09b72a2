import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type HandshakeDocument, handshakeDocumentSchema } from '../../shared/handshake/document.ts';

/** TEST CODE: what the handshake lab measured once, for windows over made-up figures. */
export function fakeHandshakes(): HandshakeDocument {
  const file = path.resolve(import.meta.dirname, '../fixtures/handshakes/document.json');
  return handshakeDocumentSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
