import type { Command } from 'commander';
import { type Confirmed, type Service, serviceBounds } from '../../shared/service.ts';
import { Refusal } from './refusal.ts';
import { numberOr, seconds } from './typed-values.ts';

export interface ServiceFlags {
  service?: string;
  serviceTls?: string;
  serviceCa?: string;
  servicePid?: string;
  serviceUnit?: string;
  serviceCommand?: string;
  header?: string[];
  path?: string;
  bodyFile?: string;
  anyLength?: boolean;
  confirmHost?: string;
  rateCap?: string;
  timeCap?: string;
}

const collect = (value: string, known: string[] = []): string[] => [...known, value];

const { ratePerSec, timeS } = serviceBounds;

export function addServiceFlags(command: Command): Command {
  return command
    .option('--service <url>', "a service of one's own in the app's place, for plaintext hops: http://…")
    .option('--service-tls <url>', 'the same for TLS hops: https://…')
    .option('--service-ca <file>', 'PEM file of the authority that signed its certificate')
    .option('--service-pid <pid>', "its process, whose CPU is the app's, with that of its children")
    .option('--service-unit <unit>', 'its systemd unit, instead of the process')
    .option('--service-command <line>', 'starts it, in a shell, and ends it with the lab')
    .option('--header <field>', "'Name: value' that it is sent; may be repeated", collect)
    .option('--path <path>', "what it is asked for, in place of the URL's path")
    .option('--body-file <file>', 'what it is sent as body (POST, unless --method says otherwise)')
    .option('--any-length', 'its answers may differ in length from the first')
    .option('--confirm-host <host>', "yes to load on this host, which is not this machine's loopback")
    .option('--rate-cap <n>', `at most so many requests per second to it (default: ${ratePerSec.usual})`)
    .option('--time-cap <s>', `load on it lasts at most so long, seconds (default: ${timeS.usual})`);
}

/** Which flag stands behind a field of the service, for messages. */
export const flagOfServiceField: Record<string, string> = {
  'service.plaintextUrl': '--service',
  'service.tlsUrl': '--service-tls',
  'service.caFile': '--service-ca',
  'service.method': '--method',
  'service.path': '--path',
  'service.headers.name': '--header',
  'service.headers.value': '--header',
  'service.bodyFile': '--body-file',
  'service.process.pid': '--service-pid',
  'service.process.unit': '--service-unit',
  'service.process.command': '--service-command',
};

function headerFrom(field: string): { name: string; value: string } {
  const at = field.indexOf(':');
  if (at < 1) throw Refusal.of('--header', JSON.stringify(field), "'Name: value'");
  return { name: field.slice(0, at).trim(), value: field.slice(at + 1).trim() };
}

function processFrom({ servicePid, serviceUnit, serviceCommand }: ServiceFlags): unknown {
  const given = [
    ...(servicePid === undefined ? [] : [{ kind: 'pid', pid: numberOr(servicePid) }]),
    ...(serviceUnit === undefined ? [] : [{ kind: 'unit', unit: serviceUnit }]),
    ...(serviceCommand === undefined ? [] : [{ kind: 'command', command: serviceCommand }]),
  ];
  if (given.length <= 1) return given[0];
  const flags = given.map(({ kind }) => `--service-${kind}`).join(' and ');
  throw new Refusal(`${flags} were given; allowed: one of them`);
}

const needService: readonly (keyof ServiceFlags)[] = [
  'serviceCa',
  'servicePid',
  'serviceUnit',
  'serviceCommand',
  'header',
  'path',
  'bodyFile',
  'anyLength',
  'confirmHost',
];

const typed = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * The service as the configuration has it, still unchecked.
 * @param method as it was typed, if it was
 * @returns undefined when there is none
 * @throws Refusal
 */
export function serviceFrom(flags: ServiceFlags, method: string | undefined): unknown {
  const { service: plaintextUrl, serviceTls: tlsUrl, bodyFile } = flags;
  if (plaintextUrl === undefined && tlsUrl === undefined) {
    const lonely = needService.find((name) => flags[name] !== undefined);
    if (lonely === undefined) return undefined;
    throw new Refusal(
      `${typed(lonely)} was given without a service; allowed: with --service or --service-tls`,
    );
  }
  return {
    plaintextUrl,
    tlsUrl,
    caFile: flags.serviceCa,
    method: (method ?? (bodyFile === undefined ? 'GET' : 'POST')).toUpperCase(),
    path: flags.path,
    headers: (flags.header ?? []).map(headerFrom),
    bodyFile,
    anyLength: flags.anyLength ?? false,
    process: processFrom(flags),
  };
}

function capFrom(text: string | undefined): number {
  const cap = numberOr(text ?? String(ratePerSec.usual));
  if (typeof cap === 'number' && Number.isInteger(cap) && cap >= ratePerSec.min && cap <= ratePerSec.max) {
    return cap;
  }
  throw Refusal.of(
    '--rate-cap',
    JSON.stringify(text),
    `a whole number from ${ratePerSec.min} to ${ratePerSec.max}`,
  );
}

/**
 * What the user has said yes to by typing it: the host, and the command.
 * @throws Refusal when the confirmed host is not the service's
 */
export function confirmedFrom(flags: ServiceFlags, service: Service | undefined): Confirmed {
  const { confirmHost, serviceCommand, rateCap, timeCap } = flags;
  const commands = serviceCommand === undefined ? [] : [serviceCommand];
  const lonely = (['rateCap', 'timeCap'] as const).find((name) => flags[name] !== undefined);
  if (confirmHost === undefined) {
    if (lonely === undefined) return { hosts: [], commands };
    throw new Refusal(`${typed(lonely)} was given without a host; allowed: with --confirm-host`);
  }
  const host = confirmHost.toLowerCase().replace(/^\[|\]$/g, '');
  const hosts = [service?.plaintextUrl, service?.tlsUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, '')],
  );
  if (!hosts.includes(host)) {
    throw Refusal.of(
      '--confirm-host',
      JSON.stringify(confirmHost),
      `the host of the service, ${hosts.join(' or ')}`,
    );
  }
  const mostS = seconds('--time-cap', timeCap ?? String(timeS.usual), timeS);
  return { hosts: [{ host, ratePerSec: capFrom(rateCap), timeS: mostS }], commands };
}
