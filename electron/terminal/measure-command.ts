import path from 'node:path';
import { endedEarlyText } from '../../shared/ended-early.ts';
import { faultLines, toFault } from '../../shared/fault.ts';
import type { Run } from '../../shared/result.ts';
import { nothingConfirmed } from '../../shared/service.ts';
import { variantsOver } from '../../shared/variant.ts';
import { runHandshakes } from '../host/handshake-runner.ts';
import { keepRun } from '../host/keep-run.ts';
import { openPointRunner } from '../host/point-runner.ts';
import { engineSettings } from './engine-files.ts';
import { exitCodes } from './exit-codes.ts';
import type { Invocation } from './flags.ts';
import { isInPart, printHandshakes } from './handshake-text.ts';
import { Interruption } from './interruption.ts';
import { keep, outObstacle, write } from './keep-result.ts';
import { printRun } from './print.ts';
import { Progress } from './progress.ts';

const rolesDir = path.join(__dirname, '../roles');

type Measuring = Extract<Invocation, { kind: 'run' | 'suite' }>;

async function measure(invocation: Measuring, signal: AbortSignal): Promise<Run> {
  const progress = new Progress(process.stderr);
  const engines = await engineSettings(invocation.engines);
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

/** A run that can't be kept is no failure: it is printed all the same. */
async function keptNote(run: Run): Promise<string> {
  try {
    return `Kept as ${await keepRun(run)}`;
  } catch (error) {
    return `Not kept: ${toFault(error).message}`;
  }
}

async function measurePoints(invocation: Measuring, signal: AbortSignal): Promise<Measured> {
  const run = await measure(invocation, signal);
  if (invocation.keep) await write(process.stderr, `${await keptNote(run)}\n`);
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

async function keepMeasured(
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

/** Measures what was asked for and keeps the result. @returns the exit code */
export function measureCommand(
  invocation: Extract<Invocation, { kind: 'run' | 'suite' | 'handshake' }>,
): Promise<number> {
  if (invocation.kind === 'handshake')
    return keepMeasured(invocation.outFile, (signal) => measureHandshakes(invocation, signal));
  return keepMeasured(invocation.output.outFile, (signal) => measurePoints(invocation, signal));
}
