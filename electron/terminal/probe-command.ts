import { readFile } from 'node:fs/promises';
import { toFault } from '../../shared/fault.ts';
import { type MeasuredHandshakes, parseMeasuredHandshakes } from '../../shared/probe/measured-cost.ts';
import { hasFacts } from '../../shared/probe/probe.ts';
import { probeService } from '../host/probe.ts';
import { exitCodes } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { write } from './keep-result.ts';
import type { ProbeInvocation } from './probe-flags.ts';
import { printProbe, withoutControls } from './probe-text.ts';

/** @returns why not, as text, when the file can't be read or is no handshake document */
async function handshakeCosts(file: string | undefined): Promise<MeasuredHandshakes | undefined | string> {
  if (file === undefined) return undefined;
  try {
    return parseMeasuredHandshakes(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return `--handshake-costs: ${file} was given, which can't be used (${toFault(error).message}); allowed: a document that tls-cost-lab handshake --json printed`;
  }
}

/** Probes a server and prints what was found. @returns the exit code */
export async function probeCommand({ order, costsFile, format }: ProbeInvocation): Promise<number> {
  const costs = await handshakeCosts(costsFile);
  if (typeof costs === 'string') {
    await write(process.stderr, `${costs}\n`);
    return exitCodes.badUsage;
  }
  const interruption = new Interruption();
  const found = await probeService({ ...order, costs, signal: interruption.signal });
  await write(process.stdout, printProbe(found, format));
  if (found.problems.length === 0) return exitCodes.measured;
  if (format === 'json') {
    await write(
      process.stderr,
      found.problems.map(({ message }) => `${withoutControls(message)}\n`).join(''),
    );
  }
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  return hasFacts(found) ? exitCodes.measuredInPart : exitCodes.notMeasured;
}
