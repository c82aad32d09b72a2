#!/usr/bin/env node
import packageFile from '../package.json' with { type: 'json' };
import { type FaultCode, faultLines, toFault } from '../shared/fault.ts';
import { handshakeJsonSchema } from '../shared/handshake/document.ts';
import { planJsonSchema } from '../shared/planner/plan-document.ts';
import { probeJsonSchema } from '../shared/probe/probe.ts';
import { runJsonSchema } from '../shared/result.ts';
import { comparisonJsonSchema } from '../shared/run-comparison/comparison-document.ts';
import { listEngines, showEngineConfig } from './host/engines.ts';
import { compareCommand } from './terminal/compare-command.ts';
import { engineSettings } from './terminal/engine-files.ts';
import { otherConfigNote } from './terminal/engine-flags.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { exportCommand } from './terminal/export-command.ts';
import { type DocumentName, parseArguments } from './terminal/flags.ts';
import { write } from './terminal/keep-result.ts';
import { measureCommand } from './terminal/measure-command.ts';
import { planCommand } from './terminal/plan-command.ts';
import { printEngines } from './terminal/print-engines.ts';
import { probeCommand } from './terminal/probe-command.ts';

/** What was typed can't be done, which only the lab, or the file that was named, can tell. */
const refusals: readonly FaultCode[] = [
  'not-confirmed',
  'bad-service',
  'runtime-unusable',
  'not-in-runtime',
  'not-comparable',
  'run-unreadable',
  'run-too-large',
  'run-of-another-version',
];

const schemas: Record<DocumentName, () => unknown> = {
  run: runJsonSchema,
  handshake: handshakeJsonSchema,
  probe: probeJsonSchema,
  plan: planJsonSchema,
  comparison: comparisonJsonSchema,
};

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
    case 'compare':
      return compareCommand(invocation);
    case 'export':
      return exportCommand(invocation.asked);
    case 'probe':
      return probeCommand(invocation);
    case 'plan':
      return planCommand(invocation);
    case 'run':
    case 'suite':
    case 'handshake':
      return measureCommand(invocation);
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
