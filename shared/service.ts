import { z } from 'zod';
import { badInputFault } from './bad-input.ts';
import { LabError } from './fault.ts';
import { hopsOf, type TopologyId } from './topologies.ts';
import type { Security } from './words.ts';

/** A service of the user's own in the app's place: where it is, what it is asked, and whose CPU is the app's. */

export const serviceMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const serviceBounds = {
  /** Default and highest rate at which a host may be asked that is not this machine, requests per second. */
  ratePerSec: { min: 1, usual: 50, max: 10_000 },
  /** How long load on it may last at most, seconds. */
  timeS: { min: 1, usual: 60, max: 3_600 },
  requestBytes: { max: 16 * 1024 * 1024 },
} as const;

/** Fields that frame a message or a connection (RFC 9110 §7.6.1, RFC 9112 §6): the load generator's to write. */
const framingFields = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function isUrlOf(protocol: 'http:' | 'https:', text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === protocol && url.hostname !== '' && url.username === '' && url.password === '';
}

const urlOf = (protocol: 'http:' | 'https:') =>
  z.string().refine((text) => isUrlOf(protocol, text), {
    message: `a URL that begins with ${protocol}//, without a user's name in it`,
  });

export const serviceHeaderSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
    .refine((name) => !framingFields.includes(name.toLowerCase()), {
      message: `no field of the connection's own (${framingFields.join(', ')})`,
    }),
  value: z.string().regex(/^[\t -~\u0080-\u00ff]*$/),
});

/** Whose CPU and memory are the app's: a process and all its descendants. */
export const serviceProcessSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pid'), pid: z.int().min(1) }),
  z.strictObject({
    kind: z.literal('unit'),
    unit: z.string().regex(/^[A-Za-z0-9:_.@\\][A-Za-z0-9:_.@\\-]*$/),
  }),
  /** Started by the lab, in a shell, and ended with it. */
  z.strictObject({ kind: z.literal('command'), command: z.string().min(1).max(4_096) }),
]);
export type ServiceProcess = z.infer<typeof serviceProcessSchema>;

export const serviceSchema = z
  .strictObject({
    /** Serves topologies whose hop to the app is plaintext. */
    plaintextUrl: urlOf('http:').optional(),
    /** Serves those whose hop to the app is TLS. */
    tlsUrl: urlOf('https:').optional(),
    /** PEM file of the authority that signed its certificate; without it those that Node trusts count. */
    caFile: z.string().min(1).optional(),
    method: z.enum(serviceMethods),
    /** In place of that of the URL. */
    path: z
      .string()
      .regex(/^\/[!-~]*$/)
      .optional(),
    headers: z.array(serviceHeaderSchema).max(100),
    /** What is sent as the request's body. */
    bodyFile: z.string().min(1).optional(),
    /** Answers may be of different lengths; otherwise all must be as long as the first. */
    anyLength: z.boolean(),
    process: serviceProcessSchema.optional(),
  })
  .refine(({ plaintextUrl, tlsUrl }) => plaintextUrl !== undefined || tlsUrl !== undefined, {
    path: ['plaintextUrl'],
    message: 'a plaintext URL, a TLS URL, or both',
  });
export type Service = z.infer<typeof serviceSchema>;

/** Which fields of it mean what, for messages. */
export const allowedServiceWords: Record<string, string> = {
  'service.method': serviceMethods.join(', '),
  'service.path': 'a path that begins with / and has no blanks',
  'service.headers.name': `the name of a header field, but none of ${framingFields.join(', ')}`,
  'service.headers.value': 'printable characters',
  'service.process.pid': 'the number of a process, from 1',
  'service.process.unit': 'the name of a systemd unit',
};

/** The URL that a hop of this security dials; undefined where the service has none. */
export function serviceUrl(service: Service, security: Security): URL | undefined {
  const text = security === 'tls' ? service.tlsUrl : service.plaintextUrl;
  return text === undefined ? undefined : new URL(text);
}

/** The security of a topology's hop to the app. */
export const appHopSecurity = (topology: TopologyId): Security =>
  hopsOf(topology).at(-1)?.security ?? 'plaintext';

/** Whether the service has the URL that a topology needs. */
export const canServe = (service: Service, topology: TopologyId): boolean =>
  serviceUrl(service, appHopSecurity(topology)) !== undefined;

/** @throws LabError `bad-service` that names the topologies which the service can't serve, and what they lack */
export function assertServes(service: Service, topologies: readonly TopologyId[]): void {
  const unserved = topologies.filter((topology) => !canServe(service, topology));
  const [first] = unserved;
  if (first === undefined) return;
  const isTls = appHopSecurity(first) === 'tls';
  const [kind, field] = isTls ? ['TLS', 'service.tlsUrl'] : ['plaintext', 'service.plaintextUrl'];
  throw new LabError({
    code: 'bad-service',
    message: `${unserved.join(', ')}: the hop to the app is ${isTls ? 'TLS' : 'plaintext'}, and your service was given no ${kind} URL. Give one, or leave out what needs it.`,
    field,
    given: 'nothing',
    allowed: `a ${kind} URL`,
  });
}

/**
 * What the user has said yes to, host by host and command by command. It is kept apart from configurations, and never
 * taken from one: a file or a link may name a host or a command, but can't confirm it.
 */
export const confirmedHostSchema = z.strictObject({
  /** As it stands in the URL, in small letters. */
  host: z.string().min(1),
  ratePerSec: z.int().min(serviceBounds.ratePerSec.min).max(serviceBounds.ratePerSec.max),
  timeS: z.number().min(serviceBounds.timeS.min).max(serviceBounds.timeS.max),
});
export type ConfirmedHost = z.infer<typeof confirmedHostSchema>;

/** @throws LabError `bad-config` that names the wrong field, what was given and what is allowed */
export function parseConfirmedHost(input: unknown): ConfirmedHost {
  const parsed = confirmedHostSchema.safeParse(input);
  if (parsed.success) return { ...parsed.data, host: parsed.data.host.trim().toLowerCase() };
  const { ratePerSec, timeS } = serviceBounds;
  const allowed = {
    host: 'the name or address that stands in the URL',
    ratePerSec: `a whole number of requests per second from ${ratePerSec.min} to ${ratePerSec.max}`,
    timeS: `seconds from ${timeS.min} to ${timeS.max}`,
  };
  const about = { code: 'bad-config', name: 'confirmed-host', allowed } as const;
  throw new LabError(badInputFault(input, parsed.error, about));
}

export interface Confirmed {
  readonly hosts: readonly ConfirmedHost[];
  readonly commands: readonly string[];
}
export const nothingConfirmed: Confirmed = { hosts: [], commands: [] };

/** What a point says of the service that it measured. */
export const serviceFactsSchema = z.object({
  /** Of the hop to the app, without the path. */
  origin: z.string(),
  method: z.enum(serviceMethods),
  path: z.string(),
  requestBytes: z.number(),
  /** Of the first answer. */
  answerBytes: z.number(),
  /** Later answers might have other lengths. */
  anyLength: z.boolean(),
});
export type ServiceFacts = z.infer<typeof serviceFactsSchema>;

/** Whether a point's service, or its lack, is what a configuration asks for: at one of its URLs, and the same request. */
export function isAskedFor(measured: ServiceFacts | undefined, asked: Service | undefined): boolean {
  if (measured === undefined || asked === undefined) return measured === asked;
  return [asked.plaintextUrl, asked.tlsUrl].some((text) => {
    if (text === undefined) return false;
    const { origin, pathname, search } = new URL(text);
    const path = asked.path ?? `${pathname}${search}`;
    return origin === measured.origin && path === measured.path && asked.method === measured.method;
  });
}
