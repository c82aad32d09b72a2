import { isIP } from 'node:net';
import type { Command } from 'commander';
import { LabError } from '../../shared/fault.ts';
import { newPerSecBounds } from '../../shared/probe/probe-request.ts';
import { parseProbeUrl } from '../../shared/probe/probe-url.ts';
import type { ProbeOrder } from '../host/probe.ts';
import { Refusal } from './refusal.ts';
import { numberOr, seconds } from './typed-values.ts';

export interface ProbeFlags {
  json?: boolean;
  ca?: string;
  cert?: string;
  key?: string;
  serverName?: string;
  newConnections: string;
  handshakeCosts?: string;
  timeout: string;
}

/** What a command line asks of a probe; the file of handshake costs is still to be read. */
export interface ProbeInvocation {
  readonly order: Omit<ProbeOrder, 'costs'>;
  readonly costsFile: string | undefined;
  readonly format: 'text' | 'json';
}

const exitCodes = `
Exit codes: 0 all is well; 2 what was typed can't be done; 3 the server could not be spoken to; 4 it could, but something
is wrong with it (see the lines with "!", or "problems" in the document). At most 6 connections are made, and one request.
A server that could not be verified is asked for / alone and gets no client certificate, unless it ends a TLS 1.2 handshake
without one: it can't be verified before.`;

const timeoutBounds = { min: 0.1, max: 60 };

export function addProbeFlags(command: Command): Command {
  return command
    .option('--json', 'print the probe document (tls-cost-lab/probe@1)')
    .option('--ca <file>', 'trust only the authorities in this PEM file')
    .option('--cert <file>', 'client certificate (PEM), shown to a server that could be verified')
    .option('--key <file>', 'its private key (PEM)')
    .option('--server-name <name>', 'ask for, and verify, this name in place of the host in the URL')
    .option(
      '--new-connections <per second>',
      'for the cores that their handshakes would cost',
      `${newPerSecBounds.usual}`,
    )
    .option(
      '--handshake-costs <file>',
      'take the cost of a handshake from this tls-cost-lab/handshake@1 document',
    )
    .option('--timeout <seconds>', 'how long each step may take', '10')
    .addHelpText('after', exitCodes);
}

function urlFrom(text: string): URL {
  try {
    return parseProbeUrl(text);
  } catch (error) {
    throw error instanceof LabError ? new Refusal(error.fault.message) : error;
  }
}

function clientFrom({ cert, key }: ProbeFlags): ProbeOrder['client'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return { certFile: cert, keyFile: key };
  const [given, lacking] = cert === undefined ? ['--key', '--cert'] : ['--cert', '--key'];
  throw new Refusal(`${given} was given without ${lacking}; allowed: both, or neither`);
}

function newPerSecFrom(text: string): number {
  const value = numberOr(text);
  if (typeof value === 'number' && value > 0 && value <= newPerSecBounds.max) return value;
  const allowed = `connections per second, above 0 and up to ${newPerSecBounds.max}`;
  throw Refusal.of('--new-connections', JSON.stringify(text), allowed);
}

/** @throws Refusal */
export function probeFrom(text: string, flags: ProbeFlags): ProbeInvocation {
  const url = urlFrom(text);
  const client = clientFrom(flags);
  const { serverName, ca: caFile } = flags;
  if (serverName !== undefined && (serverName === '' || isIP(serverName) !== 0)) {
    throw Refusal.of('--server-name', JSON.stringify(serverName), 'a DNS name');
  }
  if (url.protocol === 'http:' && (caFile ?? client ?? serverName) !== undefined) {
    throw new Refusal('--ca, --cert and --server-name are about TLS; allowed: with an https:// URL');
  }
  const order = {
    url,
    caFile,
    client,
    serverName,
    newPerSec: newPerSecFrom(flags.newConnections),
    limitMs: seconds('--timeout', flags.timeout, timeoutBounds) * 1_000,
  };
  return { order, costsFile: flags.handshakeCosts, format: flags.json ? 'json' : 'text' };
}
