import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { displayObstacle, findElectron } from '../electron/start/electron-executable.mjs';
import { makeReady, nodeObstacle, npmCommand } from '../electron/start/install.mjs';

const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const checks = ['format', 'types', 'lint'];
const suites = ['unit', 'processes', 'lab'];

/** Runs one of package.json's `test:*` scripts, so that a part means the same here and by itself. */
function runScript(part, args, env) {
  const npm = npmCommand();
  const all = [...npm.args, 'run', '--silent', `test:${part}`, ...(args.length > 0 ? ['--', ...args] : [])];
  const options = { cwd: project, stdio: ['ignore', 'inherit', 'inherit'], shell: npm.shell, env };
  return spawnSync(npm.command, all, options).status ?? 1;
}

const nothingYet = { passed: 0, failures: [], skipped: [] };

const endedWith = (part, status) => ({
  file: `npm run test:${part}`,
  test: 'as a whole',
  error: `ended with exit code ${status}`,
});

function runCheck(part) {
  const status = runScript(part, [], process.env);
  return status === 0 ? { ...nothingYet, passed: 1 } : { ...nothingYet, failures: [endedWith(part, status)] };
}

/** A suite that left no report, or that failed though none of its tests did, counts as one failure more. */
function runSuite(part, folder, given = {}) {
  const file = path.join(folder, `${part}.json`);
  const env = { ...process.env, ...given, TLS_COST_LAB_TEST_REPORT: file };
  const status = runScript(part, ['--reporter=default', '--reporter=./test/run-reporter.mjs'], env);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : nothingYet;
  const isUnexplained = status !== 0 && report.failures.length === 0;
  return isUnexplained ? { ...report, failures: [endedWith(part, status)] } : report;
}

/** Why the tests of the desktop window can't drive Electron itself here, or its executable for test/stand-in/launch.ts. */
function electronOrReason() {
  const executable = process.env.ELECTRON_BIN ?? findElectron(project);
  if (!executable)
    return { reason: "Electron's executable isn't here: its stand-in on Chromium was driven instead" };
  const obstacle = displayObstacle(process.platform, process.env);
  return obstacle ? { reason: `${obstacle}: Electron's stand-in was driven instead` } : { executable };
}

/** Tests of whole windows; that the desktop's did not see the real Electron is a skip like any other, told once. */
function runWindows(folder) {
  const { executable, reason } = electronOrReason();
  const given = executable ? { ELECTRON_BIN: executable } : {};
  const windows = timed('windows', () => runSuite('windows', folder, given));
  const e2e = timed('e2e', () => runSuite('e2e', folder, given));
  const skip = { file: 'test/e2e', test: 'the desktop window in Electron itself', reason };
  return [windows, reason ? { ...e2e, skipped: [...e2e.skipped, skip] } : e2e];
}

function timed(part, run) {
  process.stdout.write(`\n── ${part} ──\n`);
  const startedAtMs = performance.now();
  const counts = run();
  return { part, ...counts, tookS: (performance.now() - startedAtMs) / 1000 };
}

/**
 * The closing summary: a row per part, every skip under its reason, every failure with its error's first line (a log of
 * which only the end was kept must still tell it), and the totals alone on the last line.
 * @param {readonly { part: string, passed: number, failures: { file: string, test: string, error: string }[], skipped: { file: string, test: string, reason: string }[], tookS: number }[]} results
 */
function summary(results) {
  const cells = (row) =>
    `${row[0].padEnd(10)}${row
      .slice(1)
      .map((cell) => String(cell).padStart(9))
      .join('')}`;
  const rows = results.map((r) => [
    r.part,
    r.passed,
    r.failures.length,
    r.skipped.length,
    `${r.tookS.toFixed(1)} s`,
  ]);
  const lines = ['', cells(['part', 'passed', 'failed', 'skipped', 'took']), ...rows.map(cells)];
  const skips = results.flatMap((result) => result.skipped);
  for (const reason of new Set(skips.map((skip) => skip.reason))) {
    const those = skips.filter((skip) => skip.reason === reason);
    lines.push('', `Not run (${those.length}): ${reason}`);
    lines.push(...those.map(({ file, test }) => `  ${file}: ${test}`));
  }
  const failed = results.flatMap(({ part, failures }) => failures.map((failure) => ({ part, ...failure })));
  if (failed.length > 0) lines.push('', `Failed (${failed.length}):`);
  lines.push(...failed.flatMap((f) => [`  ${f.part}: ${f.file}: ${f.test}`, `    ${f.error}`]));
  const passed = results.reduce((total, result) => total + result.passed, 0);
  return [...lines, '', `${passed} passed, ${failed.length} failed, ${skips.length} skipped`, ''].join('\n');
}

/**
 * `npm test`: installs and builds what is stale, runs every part, and tells at the end what did and didn't run.
 * @returns {Promise<number>} exit code: 1 if anything failed
 */
async function runAll() {
  const failure = nodeObstacle(process.version) ?? (await makeReady(project, (line) => console.log(line)));
  if (failure) {
    console.error(failure);
    return 1;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-test-'));
  const results = [
    ...checks.map((part) => timed(part, () => runCheck(part))),
    ...suites.map((part) => timed(part, () => runSuite(part, folder))),
    ...runWindows(folder),
  ];
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(summary(results));
  return results.some((result) => result.failures.length > 0) ? 1 : 0;
}

process.exitCode = await runAll();
