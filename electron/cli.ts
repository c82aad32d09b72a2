#!/usr/bin/env node
import { access, constants, open, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { endedEarlyText } from '../shared/ended-early.ts';
import { type EngineSettings, noEngineSettings } from '../shared/engine-state.ts';
import { type FaultCode, faultLines, toFault } from '../shared/fault.ts';
import { handshakeJsonSchema } from '../shared/handshake/document.ts';
import { type MeasuredHandshakes, parseMeasuredHandshakes } from '../shared/probe/handshake-cpu.ts';
import { hasFacts, probeJsonSchema } from '../shared/probe/probe.ts';
import { type Run, runJsonSchema } from '../shared/result.ts';
import { nothingConfirmed } from '../shared/service.ts';
import { variantsOver } from '../shared/variant.ts';
import { listEngines, showEngineConfig } from './host/engines.ts';
import { runHandshakes } from './host/handshake-runner.ts';
import { openPointRunner } from './host/point-runner.ts';
import { probeService } from './host/probe.ts';
import { type EngineFiles, otherConfigNote } from './terminal/engine-flags.ts';
import { type DocumentName, type Invocation, parseArguments } from './terminal/flags.ts';
import { isInPart, printHandshakes } from './terminal/handshake-text.ts';
import { Interruption } from './terminal/interruption.ts';
import { printRun } from './terminal/print.ts';
import { printEngines } from './terminal/print-engines.ts';
import type { ProbeInvocation } from './terminal/probe-flags.ts';
import { printProbe, withoutControls } from './terminal/probe-text.ts';
import { Progress } from './terminal/progress.ts';

const exitCodes = { measured: 0, badUsage: 2, notMeasured: 3, measuredInPart: 4 } as const;

/** What was typed of a service can't be measured, which only the lab can find out. */
const refusals: readonly FaultCode[] = ['not-confirmed', 'bad-service', 'runtime-unusable', 'not-in-runtime'];

const schemas: Record<DocumentName, () => unknown> = {
  run: runJsonSchema,
  handshake: handshakeJsonSchema,
  probe: probeJsonSchema,
};
const rolesDir = path.join(__dirname, '../roles');

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

/** Opens a file for writing and leaves everything as it was. */
async function tryOut(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  await (await open(file, isThere ? constants.O_WRONLY : 'wx')).close();
  if (!isThere) await unlink(file);
}

/** Finds out before the measuring whether its result can be kept. @returns why not */
async function outObstacle(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    await tryOut(file);
    return undefined;
  } catch (error) {
    return `--out: ${file} was given, which can't be written (${toFault(error).message}); allowed: a file in a folder that exists and may be written`;
  }
}

/** Where the file can't be written after all, the result goes to stdout: nothing measured is lost. */
async function keep(text: string, file: string | undefined): Promise<boolean> {
  if (file === undefined) {
    await write(process.stdout, text);
    return true;
  }
  try {
    await writeFile(file, text);
    return true;
  } catch (error) {
    await write(
      process.stderr,
      `${file} could not be written (${toFault(error).message}); the result follows.\n`,
    );
    await write(process.stdout, text);
    return false;
  }
}

/** @throws when a configuration of the user's own can't be read */
async function engineSettings({ paths, configFiles }: EngineFiles): Promise<EngineSettings> {
  const texts = Object.entries(configFiles).map(
    async ([engine, file]) => [engine, await readFile(file, 'utf8')] as const,
  );
  return { paths, ownConfigs: Object.fromEntries(await Promise.all(texts)) };
}

type Measuring = Extract<Invocation, { kind: 'run' | 'suite' }>;

async function measure(invocation: Measuring, signal: AbortSignal): Promise<Run> {
  const progress = new Progress(process.stderr);
  const engines = invocation.kind === 'run' ? await engineSettings(invocation.engines) : noEngineSettings;
  const confirmed = invocation.kind === 'run' ? invocation.request.confirmed : nothingConfirmed;
  const runner = await openPointRunner({ rolesDir, engines, confirmed }, (fault) =>
    progress.note(faultLines(fault).join('\n')),
  );
  try {
    if (invocation.kind === 'suite') {
      return await runner.suite(invocation.options, signal, (suite) => progress.suite(suite));
    }
    const { request } = invocation;
    const totalS = request.mostS * variantsOver(request.topologies, request.proxies, request.config).length;
    return await runner.run(request, signal, (measuredS) => progress.run(measuredS, totalS));
  } finally {
    progress.clear();
    await runner.dispose();
  }
}

/** What was measured, in the form that was asked for. */
interface Measured {
  readonly text: string;
  /** What a person is told when a fault ended it. */
  readonly endedEarly: string | undefined;
  /** Something that was asked for is not in it. */
  readonly isInPart: boolean;
}

async function measurePoints(invocation: Measuring, signal: AbortSignal): Promise<Measured> {
  const run = await measure(invocation, signal);
  const text = printRun(run, invocation.output.format);
  return { text, endedEarly: endedEarlyText(run), isInPart: run.leftOut !== undefined };
}

async function measureHandshakes(
  { options, format }: Extract<Invocation, { kind: 'handshake' }>,
  signal: AbortSignal,
): Promise<Measured> {
  const progress = new Progress(process.stderr);
  try {
    const onProgress = progress.handshake.bind(progress);
    const document = await runHandshakes({ rolesDir, options, signal, onProgress });
    const text = printHandshakes(document, format);
    const { fault } = document;
    const endedEarly = fault && `The run ended early (${fault.code}): ${fault.message}`;
    return { text, endedEarly, isInPart: isInPart(document, options) };
  } finally {
    progress.clear();
  }
}

async function measureAndKeep(
  outFile: string | undefined,
  measureUntil: (signal: AbortSignal) => Promise<Measured>,
): Promise<number> {
  const obstacle = await outObstacle(outFile);
  if (obstacle !== undefined) {
    await write(process.stderr, `${obstacle}\n`);
    return exitCodes.badUsage;
  }
  const interruption = new Interruption();
  const { text, endedEarly, isInPart: inPart } = await measureUntil(interruption.signal);
  const kept = await keep(text, outFile);
  if (endedEarly !== undefined) await write(process.stderr, `${endedEarly}\n`);
  if (!kept || endedEarly !== undefined) return exitCodes.notMeasured;
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  return inPart ? exitCodes.measuredInPart : exitCodes.measured;
}

/** @returns why not, as text, when the file can't be read or is no handshake document */
async function handshakeCosts(file: string | undefined): Promise<MeasuredHandshakes | undefined | string> {
  if (file === undefined) return undefined;
  try {
    return parseMeasuredHandshakes(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return `--handshake-costs: ${file} was given, which can't be used (${toFault(error).message}); allowed: a document that tls-cost-lab handshake --json printed`;
  }
}

async function probeAndPrint({ order, costsFile, format }: ProbeInvocation): Promise<number> {
  const costs = await handshakeCosts(costsFile);
  if (typeof costs === 'string') {
    await write(process.stderr, `${costs}\n`);
    return exitCodes.badUsage;
  }
  const found = await probeService({ ...order, costs });
  await write(process.stdout, printProbe(found, format));
  if (found.problems.length === 0) return exitCodes.measured;
  if (format === 'json') {
    await write(
      process.stderr,
      found.problems.map(({ message }) => `${withoutControls(message)}\n`).join(''),
    );
  }
  return hasFacts(found) ? exitCodes.measuredInPart : exitCodes.notMeasured;
}

async function main(): Promise<number> {
  const invocation = parseArguments(process.argv.slice(2), packageFile.version);
  switch (invocation.kind) {
    case 'refused':
      await write(process.stderr, `${invocation.message}\n`);
      return exitCodes.badUsage;
    case 'shown':
      await write(process.stdout, invocation.text);
      return exitCodes.measured;
    case 'schema':
      await write(process.stdout, `${JSON.stringify(schemas[invocation.document](), undefined, 2)}\n`);
      return exitCodes.measured;
    case 'engines':
      await write(
        process.stdout,
        printEngines(await listEngines(await engineSettings(invocation.engines)), invocation.format),
      );
      return exitCodes.measured;
    case 'engine-config': {
      const { request, engines } = invocation;
      await write(process.stdout, (await showEngineConfig(request, await engineSettings(engines))).text);
      const note = otherConfigNote(request);
      if (note !== undefined) await write(process.stderr, `${note}\n`);
      return exitCodes.measured;
    }
    case 'probe':
      return probeAndPrint(invocation);
    case 'run':
    case 'suite':
      return measureAndKeep(invocation.output.outFile, (signal) => measurePoints(invocation, signal));
    case 'handshake':
      return measureAndKeep(invocation.outFile, (signal) => measureHandshakes(invocation, signal));
  }
}

// Started by `npm run lab`, this process has a channel to it: when that one is killed, this one goes too, and its roles.
process.on('disconnect', () => process.exit(exitCodes.notMeasured));

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit(exitCodes.measured));

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const fault = toFault(error);
    process.stderr.write(`${faultLines(fault).join('\n')}\n`);
    process.exit(refusals.includes(fault.code) ? exitCodes.badUsage : exitCodes.notMeasured);
  },
);
