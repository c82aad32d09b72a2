import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { handshakeDocumentSchema } from '../../shared/handshake/document.ts';
import { eventually } from '../helpers/eventually.ts';
import { childrenOf, isRunning, kernelCpuUs } from '../helpers/processes.ts';
import { runCli, startCli } from '../helpers/terminal.ts';

const handshake = (...args: string[]) => runCli('handshake', ...args);
const few = ['--only', 'tls13-ed25519-full', '--handshakes', '3'];

const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-handshake-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that says of itself that it is this Node, and does nothing else. */
function pretender(version: string): string {
  const file = path.join(folder, `node-${version}`);
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" = -p ] && echo '{"node":"${version}"}' && exit 0\necho no >&2; exit 7\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

describe('tls-cost-lab handshake', () => {
  it('prints the document, and nothing else, on stdout', async () => {
    const { code, stdout, stderr } = await handshake(...few, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = handshakeDocumentSchema.parse(JSON.parse(stdout));
    expect(document.rows).toMatchObject([{ case: 'tls13-ed25519-full', key: 'ed25519', handshakes: 3 }]);
    expect(document.rows[0]?.runtime).toEqual(document.environment.runtime);
  });

  it('prints a table with the figures and their units', async () => {
    const { code, stdout } = await handshake(...few);
    expect(code).toBe(0);
    expect(stdout).toMatch(/case +handshakes +resumed +server CPU \(µs\) +client CPU \(µs\) +p50 \(ms\)/);
    expect(stdout).toMatch(/tls13-ed25519-full +3 +0 /);
  });

  it('keeps what it has measured when Ctrl-C ends it, says so, and leaves no process', async () => {
    const started = startCli([
      'handshake',
      '--only',
      'tls13-rsa-4096-full',
      '--handshakes',
      '2000',
      '--json',
    ]);
    const roles = await eventually('both roles', () => {
      const children = childrenOf(started.child.pid ?? 0);
      return children.length === 2 && children;
    });
    // A signature of RSA-4096 takes milliseconds: so much CPU is spent when the batches have begun.
    const busiest = () => Math.max(...roles.map(kernelCpuUs));
    await eventually('the first batches', () => busiest() > 1_500_000, 50_000);
    started.child.kill('SIGINT');
    const { code, stdout, stderr } = await started.ended;
    expect(code, stderr).toBe(130);
    const document = handshakeDocumentSchema.parse(JSON.parse(stdout));
    expect(document.endedEarly).toBe('cancelled');
    expect(document.rows[0]?.handshakes).toBeGreaterThan(0);
    expect(document.rows[0]?.handshakes).toBeLessThan(2000);
    expect(roles.filter(isRunning)).toEqual([]);
  });

  it.each([
    [
      ['--only', 'tls14-full'],
      ['--only', '"tls14-full"', 'tls13-ecdsa-p256-full'],
    ],
    [
      ['--handshakes', '0'],
      ['--handshakes', '"0"', '1 to 2000'],
    ],
    [
      ['--node', ''],
      ['--node', 'paths of Node.js executables'],
    ],
    [
      ['--node', '/nowhere/node'],
      ['--node', '/nowhere/node', 'not there', 'Node.js 18 or newer'],
    ],
    [
      ['--node', '/bin/true'],
      ['--node', '/bin/true', 'does not answer as Node.js does'],
    ],
    [
      ['--node', pretender('16.20.2')],
      ['which is Node.js 16.20.2', 'Node.js 18 or newer'],
    ],
    [
      ['--node', pretender('20.0.0')],
      ["can't run the lab's processes", 'code 7', 'Node.js 18 or newer'],
    ],
    [
      ['--out', '/nowhere/handshake.json'],
      ['--out', '/nowhere/handshake.json', 'a folder that exists'],
    ],
  ])('refuses %j with exit code 2, saying what was given and what is allowed', async (args, words) => {
    const { code, stdout, stderr } = await handshake(...few, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const word of words) expect(stderr).toContain(word);
  });

  it('has its JSON Schema printed by `schema handshake`', async () => {
    const { code, stdout } = await runCli('schema', 'handshake');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'object',
      properties: { schema: { const: 'tls-cost-lab/handshake@1' } },
    });
  });
});
