import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pki } from '../../electron/lab/pki.ts';
import type { Anatomy } from '../../shared/tls/anatomy.ts';
import type { Capture } from '../../shared/tls/capture.ts';
import { readAnatomy } from '../../shared/tls/read-anatomy.ts';
import type { KeyType } from '../../shared/words.ts';
import { type OpensslServer, opensslServer, opensslTalk } from '../helpers/openssl-talk.ts';
import { PCAP_SERVER_PORT, pcapOf } from '../helpers/pcap.ts';
import { missing, outputOf } from '../helpers/programs.ts';
import { RecordingRelay } from '../helpers/recording-relay.ts';

const opensslObstacle = missing('openssl', 'version');
const tsharkObstacle = missing('tshark', '--version');
const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
const file = (name: string) => path.join(folder, name);

interface Case {
  title: string;
  key?: KeyType;
  server?: readonly string[];
  client: readonly string[];
  /** Lines typed after the first answer: `K` asks for a KeyUpdate (openssl-s_client(1)). */
  typed?: readonly string[];
  expected: Pick<Anatomy, 'version' | 'cipher' | 'group' | 'isResumed'>;
  /** What encryption and header add to a record of application data (FIELD.md D4). */
  overheadBytes: number;
}

const aes256 = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', group: 'x25519', isResumed: false };
const old = (cipher: string, group: string | undefined = 'x25519') => ({
  version: 'TLSv1.2',
  cipher,
  group,
  isResumed: false,
});
const tls12 = (cipher: string, ...others: string[]) => ['-tls1_2', '-cipher', cipher, ...others];
const tls13 = (cipher: string, ...others: string[]) => ['-tls1_3', '-ciphersuites', cipher, ...others];
const ecdheGcm = 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256';

const cases: readonly Case[] = [
  { title: 'TLS 1.3', client: ['-tls1_3', '-sess_out', file('13')], expected: aes256, overheadBytes: 22 },
  {
    title: 'TLS 1.3 resumed',
    client: ['-tls1_3', '-sess_in', file('13')],
    expected: { ...aes256, isResumed: true },
    overheadBytes: 22,
  },
  {
    title: 'TLS 1.3 with RSA, AES-128 and ALPN',
    key: 'rsa-2048',
    server: ['-alpn', 'http/1.1'],
    client: tls13('TLS_AES_128_GCM_SHA256', '-alpn', 'h2,http/1.1'),
    expected: { ...aes256, cipher: 'TLS_AES_128_GCM_SHA256' },
    overheadBytes: 22,
  },
  {
    title: 'TLS 1.3 with ChaCha20 and a KeyUpdate of each side',
    client: tls13('TLS_CHACHA20_POLY1305_SHA256'),
    typed: ['K', 'again'],
    expected: { ...aes256, cipher: 'TLS_CHACHA20_POLY1305_SHA256' },
    overheadBytes: 22,
  },
  {
    title: 'TLS 1.3 with a HelloRetryRequest',
    server: ['-groups', 'P-384'],
    client: ['-tls1_3'],
    expected: { ...aes256, group: 'secp384r1' },
    overheadBytes: 22,
  },
  {
    title: 'TLS 1.3, mutual',
    server: ['-Verify', '1'],
    client: ['-tls1_3', '-cert', file('client.crt'), '-key', file('client.key')],
    expected: aes256,
    overheadBytes: 22,
  },
  {
    title: 'TLS 1.2',
    client: tls12('ECDHE-ECDSA-AES128-GCM-SHA256', '-sess_out', file('12')),
    expected: old(ecdheGcm),
    overheadBytes: 29,
  },
  {
    title: 'TLS 1.2 resumed by ticket',
    client: tls12('ECDHE-ECDSA-AES128-GCM-SHA256', '-sess_in', file('12')),
    expected: { ...old(ecdheGcm), group: undefined, isResumed: true },
    overheadBytes: 29,
  },
  {
    title: 'TLS 1.2 with session ids',
    server: ['-no_ticket'],
    client: tls12('ECDHE-ECDSA-AES256-GCM-SHA384', '-sess_out', file('12id')),
    expected: old('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'),
    overheadBytes: 29,
  },
  {
    title: 'TLS 1.2 resumed by session id',
    server: ['-no_ticket'],
    client: tls12('ECDHE-ECDSA-AES256-GCM-SHA384', '-sess_in', file('12id')),
    expected: { ...old('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'), group: undefined, isResumed: true },
    overheadBytes: 29,
  },
  {
    title: 'TLS 1.2 with RSA and ChaCha20, mutual',
    key: 'rsa-2048',
    server: ['-Verify', '1'],
    client: tls12('ECDHE-RSA-CHACHA20-POLY1305', '-cert', file('client.crt'), '-key', file('client.key')),
    expected: old('TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256'),
    overheadBytes: 21,
  },
  {
    title: 'TLS 1.2 with a key sealed for RSA',
    key: 'rsa-2048',
    client: tls12('AES128-GCM-SHA256'),
    expected: { ...old('TLS_RSA_WITH_AES_128_GCM_SHA256'), group: undefined },
    overheadBytes: 29,
  },
];

interface Outcome {
  capture: Capture;
  printed: string;
}

/** Sessions are resumed with the server that began them, so cases with the same flags share it. */
const servers = new Map<string, Promise<OpensslServer>>();

async function run({ key = 'ecdsa-p256', server = [], client, typed = [] }: Case, index: number) {
  const name = [key, ...server].join(' ');
  const identity = ['-cert', file(`${key}.crt`), '-key', file(`${key}.key`)];
  const serving = servers.get(name) ?? opensslServer([...identity, ...server]);
  servers.set(name, serving);
  const relay = await RecordingRelay.to((await serving).port);
  try {
    const keyLog = file(`keys-${index}`);
    const printed = await opensslTalk(relay.port, keyLog, client, typed);
    const lines = readFileSync(keyLog, 'utf8').split('\n');
    const chunks = relay.connections[0] ?? [];
    return { capture: { seenBy: 'server', chunks, keyLog: lines }, printed } satisfies Outcome;
  } finally {
    relay.close();
  }
}

/**
 * What `-msg` says of handshake messages and alerts. It calls a HelloRetryRequest by its type, ServerHello. Having hung up, it
 * no longer reads the server's last alert.
 */
const printedMessages = (text: string) =>
  [...text.matchAll(/^(>>>|<<<) TLS [\d.]+, (?:Handshake|(Alert)) \[length ([0-9a-f]+)\], (\S+)/gm)].map(
    ([, arrow, alert, length = '', name]) =>
      `${arrow === '>>>' ? 'client' : 'server'} ${alert ?? name} ${Number.parseInt(length, 16)}`,
  );

const silent = new Set(['ApplicationData', 'ChangeCipherSpec']);
const bySide = (lines: readonly string[]) =>
  ['client', 'server'].map((side) => lines.filter((line) => line.startsWith(side)));
const ourMessages = ({ messages }: Anatomy) =>
  messages
    .filter(({ name, from }) => !silent.has(name) && !(name === 'Alert' && from === 'server'))
    .map(
      ({ from, name, bytes }) => `${from} ${name === 'HelloRetryRequest' ? 'ServerHello' : name} ${bytes}`,
    );

describe.skipIf(opensslObstacle !== undefined)(
  `the anatomy of connections, against openssl${opensslObstacle === undefined ? '' : ` (skipped: ${opensslObstacle})`}`,
  () => {
    const outcomes: Outcome[] = [];
    beforeAll(async () => {
      const pki = new Pki();
      for (const key of ['ecdsa-p256', 'rsa-2048'] as const) {
        const { certPem, keyPem, client } = await pki.identity(key);
        writeFileSync(file(`${key}.crt`), certPem);
        writeFileSync(file(`${key}.key`), keyPem);
        writeFileSync(file('client.crt'), client.certPem);
        writeFileSync(file('client.key'), client.keyPem);
      }
      for (const [index, each] of cases.entries()) outcomes.push(await run(each, index));
    });
    afterAll(async () => {
      for (const serving of servers.values()) (await serving).stop();
      rmSync(folder, { recursive: true });
    });

    const outcome = (index: number): Outcome => {
      const found = outcomes[index];
      if (found === undefined) throw new Error(`Case ${index} was not run.`);
      return found;
    };

    it.each(cases.map((each, index) => ({ ...each, index })))(
      '$title: the messages that s_client -msg prints, in their lengths',
      ({ index, expected, overheadBytes, typed }) => {
        const { capture, printed } = outcome(index);
        const anatomy = readAnatomy(capture);
        expect(bySide(ourMessages(anatomy))).toEqual(bySide(printedMessages(printed)));
        expect(anatomy).toMatchObject({ ...expected, unread: [] });
        const said = anatomy.messages.find(({ name }) => name === 'ApplicationData');
        expect(said?.bytes).toBe('hello\n'.length);
        expect((said?.wireBytes ?? 0) - (said?.bytes ?? 0)).toBe(overheadBytes);
        if (typed !== undefined) {
          const updates = anatomy.messages.filter(({ name }) => name === 'KeyUpdate');
          expect(updates.map(({ from }) => from).sort()).toEqual(['client', 'server']);
        }
      },
    );

    it('tells resumption by ticket from resumption by session id', () => {
      const resumedBy = cases.map((_, index) => {
        const hello = readAnatomy(outcome(index).capture).messages.find(({ name }) => name === 'ServerHello');
        return hello?.fields.find(({ name }) => name === 'Resumed by')?.value;
      });
      expect(resumedBy.filter((how) => how !== undefined)).toEqual(['ticket', 'session id']);
    });

    it.skipIf(tsharkObstacle !== undefined)(
      `tshark dissects the same messages from the same bytes${tsharkObstacle === undefined ? '' : ` (skipped: ${tsharkObstacle})`}`,
      async () => {
        const portOf = (index: number) => 40_000 + index;
        writeFileSync(
          file('all.pcap'),
          pcapOf(new Map(outcomes.map(({ capture }, index) => [portOf(index), capture.chunks]))),
        );
        writeFileSync(file('all.keys'), outcomes.flatMap(({ capture }) => capture.keyLog).join('\n'));
        const fields = ['tcp.srcport', 'tcp.dstport', 'tls.handshake.type', 'tls.handshake.length'];
        const text = await outputOf(
          'tshark',
          ...['-r', file('all.pcap'), '-o', `tls.keylog_file:${file('all.keys')}`],
          ...['-T', 'fields', ...fields.flatMap((name) => ['-e', name])],
        );
        const dissected = new Map<number, string[]>(cases.map((_, index) => [portOf(index), []]));
        for (const line of text.split('\n')) {
          const [from, to, types = '', lengths = ''] = line.split('\t');
          if (types === '') continue;
          const port = Number(Number(from) === PCAP_SERVER_PORT ? to : from);
          const side = port === Number(from) ? 'client' : 'server';
          const bytes = lengths.split(',').map((length) => Number(length) + 4);
          dissected.get(port)?.push(...bytes.map((each) => `${side} ${each}`));
        }
        for (const [index, { title }] of cases.entries()) {
          const ours = readAnatomy(outcome(index).capture)
            .messages.filter(({ name }) => !silent.has(name) && name !== 'Alert')
            .map(({ from, bytes }) => `${from} ${bytes}`);
          expect({ title, messages: bySide(dissected.get(portOf(index)) ?? []) }).toEqual({
            title,
            messages: bySide(ours),
          });
        }
      },
    );
  },
);
