import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Chains } from '../../electron/lab/handshake/chains.ts';
import { HandshakeRuntime } from '../../electron/lab/handshake/runtime.ts';
import { serverName } from '../../electron/lab/pki.ts';
import { groupList, type HandshakeCaseId, handshakeCases } from '../../shared/handshake/cases.ts';
import { missing } from '../helpers/programs.ts';
import type { Figure, Outcome } from './figures.ts';
import { ratioOfPairs } from './neighbouring-pairs.ts';
import { rolesDir } from './rig.ts';

const PAIRS = 16;
/** The least that `s_time` takes. */
const OPENSSL_S = 1;
/** About as many as that are made in this time. */
const OWN_CONNECTIONS = 600;

const openssl = promisify(execFile);

/** CPU of our server per connection under our client ÷ under `openssl s_time`, each of both making new connections only. */
async function againstOpenssl(id: HandshakeCaseId): Promise<Outcome> {
  const tlsCase = handshakeCases[id];
  const reason = missing('openssl', 'version');
  if (tlsCase === null || reason !== undefined) return { kind: 'skipped', reason: reason ?? 'no TLS' };
  const { version, cipher, serverGroups, clientGroups, resumed } = tlsCase;
  const { certPem, keyPem, caPem } = await new Chains().chain(tlsCase);
  const runtime = await HandshakeRuntime.start(rolesDir, undefined);
  try {
    const common = { version, cipher: cipher.openssl };
    const offered = { ...common, groups: groupList(serverGroups), certPem, keyPem };
    const port = await runtime.listen({ linkId: id, onceReady: 'close', tls: offered });
    const asked = { ...common, groups: groupList(clientGroups), caPem, serverName, resumed };
    await runtime.open({ linkId: id, activity: 'handshake', port, tls: asked });
    const usPerConnection = async (load: () => Promise<unknown>) => {
      const from = await runtime.read(id, 0);
      await load();
      const to = await runtime.read(id, 0);
      if (to.resumed !== from.resumed) throw new Error('A connection was resumed that was to be full.');
      const cpuUs = to.userUs + to.systemUs - from.userUs - from.systemUs;
      return cpuUs / (to.full - from.full);
    };
    const own = () => usPerConnection(() => runtime.batch(id, OWN_CONNECTIONS));
    const flags = ['s_time', '-connect', `127.0.0.1:${port}`, '-new', '-time', String(OPENSSL_S)];
    const theirs = () =>
      usPerConnection(() => openssl('openssl', [...flags, `-tls${version.replace('.', '_')}`]));
    await own();
    const known = await ratioOfPairs(PAIRS, own, theirs);
    return { kind: 'measured', ...known, numerator: 'our client', denominator: 'openssl s_time' };
  } finally {
    await runtime.stop();
  }
}

const compared = ['tls13-ecdsa-p256-full', 'tls13-rsa-2048-full', 'tls12-ecdsa-p256-full'] as const;

export const handshakeFigures: readonly Figure[] = compared.map((id) => ({
  id: `handshake-${id}`,
  what: `server CPU per handshake under our client ÷ under openssl s_time, ${id}`,
  atLeast: 0.9,
  atMost: 1.1,
  measure: () => againstOpenssl(id),
}));
