import type { Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../electron/lab/free-port.ts';
import { probeSchema } from '../../shared/probe/probe.ts';
import { issue } from '../helpers/certificates.ts';
import { eventually } from '../helpers/eventually.ts';
import { caFile, fileWith, root, stopServers, tlsServer } from '../helpers/probed.ts';
import { runCli, startCli } from '../helpers/terminal.ts';
import { fakeHandshakes } from '../renderer/fake-handshakes.ts';

const port = await tlsServer();
const url = `https://localhost:${port}/`;

afterAll(stopServers);

describe('tls-cost-lab probe', () => {
  it('says what it found and what new connections cost in cores', async () => {
    const { code, stdout, stderr } = await runCli('probe', url, '--ca', caFile, '--new-connections', '200');
    expect([code, stderr]).toEqual([0, '']);
    for (const words of [
      'TLSv1.3',
      'CN=localhost, by CN=Test Root',
      'versions accepted: ',
      'Resumption works',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toMatch(/200 new connections per second × 526\s?µs–790\s?µs .* = 0\.11–0\.16 cores/);
    expect(stdout).toContain('can’t be seen from here');
  });

  it('takes the cost from a handshake document, and says whose it is', async () => {
    const measured = fakeHandshakes();
    const costs = fileWith(JSON.stringify(measured));
    const { code, stdout } = await runCli('probe', url, '--ca', caFile, '--handshake-costs', costs);
    expect(code).toBe(0);
    expect(stdout).toMatch(/= [\d.]+–[\d.]+ cores/);
    expect(stdout).toContain(`one core of ${measured.environment.cpuModel}`);
  });

  it('goes on where the certificate is wrong, and says so by its exit code', async () => {
    const { code, stdout, stderr } = await runCli('probe', url, '--json');
    expect(code).toBe(4);
    const found = probeSchema.parse(JSON.parse(stdout));
    expect(found.problems.map((problem) => problem.code)).toEqual(['certificate-unknown-issuer']);
    expect(found.versions).toEqual({ '1.2': true, '1.3': true });
    expect(stderr).toContain('--ca');
  });

  it('prints nothing that a certificate makes a terminal do', async () => {
    const evil = await issue({ subject: 'CN=\u001b[2Jevil', by: root });
    const other = await tlsServer({ cert: evil.certPem, key: evil.keyPem });
    const { stdout } = await runCli('probe', `https://localhost:${other}/`, '--ca', caFile);
    expect(stdout).toContain('evil');
    expect(stdout).not.toContain('\u001b');
  });

  it('ends with 3 where nobody listens', async () => {
    const { code, stdout } = await runCli('probe', `https://127.0.0.1:${await freePort()}/`);
    expect(code).toBe(3);
    expect(stdout).toContain('! connection-refused: ');
  });

  it('tells what it knows when Ctrl-C ends it', async () => {
    const silenced: Socket[] = [];
    const silent = await tlsServer({}, (socket) => silenced.push(socket));
    const started = startCli(['probe', `https://localhost:${silent}/`, '--ca', caFile, '--timeout', '60']);
    await eventually('the handshake', () => silenced.length > 0);
    started.child.kill('SIGINT');
    const { code, stdout } = await started.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('TLSv1.3');
    expect(stdout).toContain('! probe-stopped: ');
  });

  it.each<[string, string[], string]>([
    ['no URL', ['localhost'], 'https://host'],
    ['a URL of another kind', ['localhost:443'], 'https://host'],
    ['a password', ['https://me:secret@localhost/'], 'no user name or password'],
    ['a certificate without key', [url, '--cert', caFile], '--key'],
    ['TLS settings without TLS', ['http://localhost/', '--ca', caFile], 'https:// URL'],
    ['an address as server name', [url, '--server-name', '127.0.0.1'], 'a DNS name'],
    ['no number', [url, '--new-connections', 'many'], '--new-connections'],
    ['no time', [url, '--timeout', '0'], '--timeout'],
    ['a missing authority', [url, '--ca', '/none'], "/none can't be used"],
    ['costs that are none', [url, '--handshake-costs', caFile], '--handshake-costs'],
  ])('refuses %s', async (_what, args, words) => {
    const { code, stdout, stderr } = await runCli('probe', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('secret');
  });
});
