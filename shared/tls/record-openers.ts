import { bytesToHex } from '@noble/hashes/utils.js';
import type { Side } from './capture.ts';
import { type Sealing, sealingOf, suiteNames } from './cipher-suites.ts';
import type { HandshakeFacts } from './handshake-facts.ts';
import type { KeyLog, SecretLabel } from './key-log.ts';
import { shortNameOf } from './number-names.ts';
import { contentType, tls13 } from './protocol-names.ts';
import type { WireRecord } from './record-reader.ts';
import { openTls12, openTls13, type Plaintext } from './sealed-record.ts';
import { keyBlock, nextTrafficSecret, type TrafficKeys, trafficKeys } from './traffic-keys.ts';

/** Opens the encrypted records of one direction, which come in their order. */
export interface Opener {
  sealing: Sealing;
  /** Whether handshake keys are behind, so that a record most probably is application data. */
  isPastHandshake(record: WireRecord): boolean;
  /** @returns undefined where no secret opens it */
  open(record: WireRecord): (Plaintext & { isEarlyData: boolean }) | undefined;
  /** Leaves a record closed, but counts it. */
  skip(): void;
}

/** The secrets of a direction of TLS 1.3 in the order in which they come into use. */
const labelsInOrder: Readonly<Record<Side, readonly SecretLabel[]>> = {
  client: ['CLIENT_EARLY_TRAFFIC_SECRET', 'CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'CLIENT_TRAFFIC_SECRET_0'],
  server: ['SERVER_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_TRAFFIC_SECRET_0'],
};

/** One secret in use. */
interface Epoch {
  label: SecretLabel;
  keys: TrafficKeys;
  /** What the keys come from; a KeyUpdate makes the next one of it. */
  secret: Uint8Array;
}

/**
 * A record opens with the secret in use, or else with one that comes after it, whose count then starts anew: the tag tells.
 * So neither a handshake message that was altered on its way nor early data that the server rejected puts it off.
 */
class Tls13Opener implements Opener {
  readonly sealing: Sealing;
  private readonly epochs: Epoch[];
  private current = 0;
  private sequence = 0;
  private hasOpened = false;
  /** Records in a row that nothing opened. */
  private missed = 0;

  constructor(sealing: Sealing, secrets: readonly { label: SecretLabel; secret: Uint8Array }[]) {
    this.sealing = sealing;
    this.epochs = secrets.map(({ label, secret }) => this.epoch(label, secret));
  }

  isPastHandshake() {
    return this.epochs[this.current]?.label.endsWith('TRAFFIC_SECRET_0') ?? false;
  }

  open(record: WireRecord) {
    for (const { index, epoch, sequence } of this.trials()) {
      const plaintext = openTls13(this.sealing, epoch.keys, sequence, record);
      if (plaintext === undefined) continue;
      this.epochs[index] = epoch;
      this.current = index;
      this.sequence = sequence + 1;
      this.hasOpened = true;
      this.missed = 0;
      return { ...plaintext, isEarlyData: epoch.label === 'CLIENT_EARLY_TRAFFIC_SECRET' };
    }
    this.missed += 1;
    this.skip();
    return undefined;
  }

  skip() {
    this.sequence += 1;
  }

  /** What may open the next record, the likeliest first. Of a secret's first records, some may have been missed. */
  private *trials(): Generator<{ index: number; epoch: Epoch; sequence: number }> {
    for (const [index, epoch] of this.epochs.entries()) {
      if (index < this.current) continue;
      const isInUse = index === this.current;
      if (isInUse) yield { index, epoch, sequence: this.sequence };
      if (!isInUse || (!this.hasOpened && this.sequence > 0)) yield { index, epoch, sequence: 0 };
      if (!isInUse && this.missed > 0) yield { index, epoch, sequence: this.missed };
    }
    const inUse = this.epochs[this.current];
    if (inUse === undefined || !this.isPastHandshake()) return;
    const secret = nextTrafficSecret(this.sealing, inUse.secret);
    yield { index: this.current, epoch: this.epoch(inUse.label, secret), sequence: 0 };
  }

  private epoch(label: SecretLabel, secret: Uint8Array): Epoch {
    return { label, secret, keys: trafficKeys(this.sealing, secret) };
  }
}

class Tls12Opener implements Opener {
  readonly sealing: Sealing;
  private readonly keys: TrafficKeys;
  private sequence = 0;

  constructor(sealing: Sealing, keys: TrafficKeys) {
    this.sealing = sealing;
    this.keys = keys;
  }

  isPastHandshake(record: WireRecord) {
    return record.type === contentType.applicationData;
  }

  open(record: WireRecord) {
    const plaintext = openTls12(this.sealing, this.keys, this.sequence, record);
    this.skip();
    return plaintext && { ...plaintext, isEarlyData: false };
  }

  skip() {
    this.sequence += 1;
  }
}

function tls13Opener(sealing: Sealing, from: Side, find: (label: SecretLabel) => Uint8Array | undefined) {
  const labels = labelsInOrder[from];
  const secrets = labels.flatMap((label) => {
    const secret = find(label);
    // A secret is as long as the suite's hash (RFC 8446 section 7.1); one of another length is of no use.
    return secret?.length === sealing.hash.outputLen ? [{ label, secret }] : [];
  });
  return secrets.length > 0
    ? new Tls13Opener(sealing, secrets)
    : `the key log has no ${labels.at(-1)} of this connection`;
}

/**
 * @param facts what the hellos said
 * @returns what opens a side's encrypted records, or why nothing does, in words
 */
export function openerOf(facts: HandshakeFacts, keyLog: KeyLog, from: Side): Opener | string {
  const { suite, version, clientRandom, serverRandom } = facts;
  if (clientRandom === undefined || suite === undefined || serverRandom === undefined) {
    return 'the hellos that come before it are missing';
  }
  const sealing = sealingOf(suite);
  if (sealing === undefined) return `records of ${shortNameOf(suiteNames, suite)} are not opened here`;
  const find = (label: SecretLabel) => keyLog.secret(label, bytesToHex(clientRandom));
  if (version === tls13) return tls13Opener(sealing, from, find);
  const masterSecret = find('CLIENT_RANDOM');
  if (masterSecret === undefined) return 'the key log has no CLIENT_RANDOM of this connection';
  return new Tls12Opener(
    sealing,
    keyBlock(sealing, masterSecret, { client: clientRandom, server: serverRandom })[from],
  );
}
