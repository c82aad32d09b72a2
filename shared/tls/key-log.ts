import { hexToBytes } from '@noble/hashes/utils.js';

/** Labels of RFC 9850 whose secrets open records. */
const labels = [
  'CLIENT_RANDOM',
  'CLIENT_EARLY_TRAFFIC_SECRET',
  'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
  'SERVER_HANDSHAKE_TRAFFIC_SECRET',
  'CLIENT_TRAFFIC_SECRET_0',
  'SERVER_TRAFFIC_SECRET_0',
] as const;
export type SecretLabel = (typeof labels)[number];

const linePattern = new RegExp(`^(${labels.join('|')}) ([0-9a-f]{64}) ((?:[0-9a-f]{2})+)$`, 'i');

/** The secrets of a key log, found by label and the client's random. */
export class KeyLog {
  private readonly secrets = new Map<string, Uint8Array>();

  /** @param lines lines of RFC 9850; comments, labels of other uses and what is no such line are passed over */
  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, label, random, secret] = linePattern.exec(line.trim()) ?? [];
      if (label === undefined || random === undefined || secret === undefined) continue;
      this.secrets.set(`${label.toUpperCase()} ${random.toLowerCase()}`, hexToBytes(secret));
    }
  }

  /** @param clientRandom of the connection's ClientHello, in lower-case hexadecimal digits */
  secret(label: SecretLabel, clientRandom: string): Uint8Array | undefined {
    return this.secrets.get(`${label} ${clientRandom}`);
  }
}
