import { z } from 'zod';
import { badInputFault } from '../bad-input.ts';
import { allowedConfigWords, type Config, configSchema, defaultConfig } from '../config.ts';
import { type Service, serviceMethods, serviceSchema } from '../service.ts';

/**
 * The settings as they travel to other people, in a link or a file. What is as usual is left out, so `defaultConfig` is a
 * part of what this version means: whoever changes a default raises the version.
 */
export const settingsSchemaId = 'tls-cost-lab/settings@1';

/**
 * What travels of a service of one's own. A link comes from a stranger, so nothing may be in it that runs a program or
 * picks a process (command, pid, unit), that makes the lab read a file of the opener's (body, authority), or that says yes
 * to a host for them; and nothing that is likely a secret of the sender's (header values, queries) may leave in it.
 */
const sharedServiceSchema = z.strictObject({
  plaintextUrl: z.string().optional(),
  tlsUrl: z.string().optional(),
  method: z.enum(serviceMethods),
  path: z.string().optional(),
});
type SharedService = z.infer<typeof sharedServiceSchema>;

/** The outer frame; what is in the groups is looked at by the schema of all configurations, once they are whole. */
const anything = z.unknown().optional();
const group = z.record(z.string(), z.unknown()).optional();
const frameSchema = z.strictObject({
  schema: z.literal(settingsSchemaId),
  mode: anything,
  topology: anything,
  proxy: anything,
  compared: anything,
  comparedProxies: anything,
  workload: group,
  tls: group,
  network: group,
  service: sharedServiceSchema.optional(),
});

/** What a service loses on its way into a link or a file. */
export const keptBackNames = ['caFile', 'query', 'headers', 'bodyFile', 'anyLength', 'process'] as const;
export type KeptBack = (typeof keptBackNames)[number];

const withoutQuery = (text: string) => text.replace(/[?#].*$/s, '');

function sharedUrl(text: string | undefined): string | undefined {
  // As the URL standard writes it, which is in ASCII.
  return text === undefined ? undefined : withoutQuery(new URL(text).href);
}

function sharedService({ plaintextUrl, tlsUrl, method, path }: Service): SharedService {
  return {
    plaintextUrl: sharedUrl(plaintextUrl),
    tlsUrl: sharedUrl(tlsUrl),
    method,
    path: path === undefined ? undefined : withoutQuery(path),
  };
}

function keptBackOf(service: Service): KeptBack[] {
  const { plaintextUrl, tlsUrl, path, headers, anyLength } = service;
  const isThere: Record<KeptBack, boolean> = {
    caFile: service.caFile !== undefined,
    query: [plaintextUrl, tlsUrl, path].some((text) => text !== undefined && withoutQuery(text) !== text),
    headers: headers.length > 0,
    bodyFile: service.bodyFile !== undefined,
    anyLength,
    process: service.process !== undefined,
  };
  return keptBackNames.filter((name) => isThere[name]);
}

/** Those entries of it that are not as usual; undefined when all are. */
function unusual(value: object, usual: object): object | undefined {
  const known = new Map(Object.entries(usual).map(([key, one]) => [key, JSON.stringify(one)]));
  const changed = Object.entries(value).filter(([key, one]) => JSON.stringify(one) !== known.get(key));
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

export interface SharedSettings {
  /** To be written as JSON. */
  readonly document: object;
  /** What of the service stays here. */
  readonly keptBack: readonly KeptBack[];
}

/** The settings as others may have them. */
export function shareSettings({ workload, tls, network, service, ...choices }: Config): SharedSettings {
  const { workload: usualWorkload, tls: usualTls, network: usualNetwork, ...usualChoices } = defaultConfig;
  return {
    document: {
      schema: settingsSchemaId,
      ...unusual(choices, usualChoices),
      workload: unusual(workload, usualWorkload),
      tls: unusual(tls, usualTls),
      network: unusual(network, usualNetwork),
      service: service && sharedService(service),
    },
    keptBack: service === undefined ? [] : keptBackOf(service),
  };
}

/** Settings that somebody shared, checked. */
export interface ReceivedSettings {
  /** Without a service. */
  readonly config: Config;
  /**
   * The service that they name. It is kept apart so that nobody puts it in place without having looked at it: load on
   * this machine's own services needs no confirmation, and one press on Start is a habit.
   */
  readonly service: Service | undefined;
}

const about = { name: 'the document', allowed: allowedConfigWords, code: 'bad-link' } as const;

/**
 * Reads what `shareSettings` made.
 * @param input anything
 * @returns the settings; as text, what is wrong with them
 */
export function receiveSettings(input: unknown): ReceivedSettings | string {
  const frame = frameSchema.safeParse(input);
  if (!frame.success) return badInputFault(input, frame.error, about).message;
  const { schema: _schema, workload, tls, network, service: named, ...choices } = frame.data;
  const whole = {
    ...defaultConfig,
    ...choices,
    workload: { ...defaultConfig.workload, ...workload },
    tls: { ...defaultConfig.tls, ...tls },
    network: { ...defaultConfig.network, ...network },
  };
  const config = configSchema.safeParse(whole);
  if (!config.success) return badInputFault(whole, config.error, about).message;
  if (named === undefined) return { config: config.data, service: undefined };
  const service = serviceSchema.safeParse({ ...named, headers: [], anyLength: false });
  if (service.success) return { config: config.data, service: service.data };
  return badInputFault({ service: named }, inService(service.error), about).message;
}

/** The same fault, named from the document's root. */
function inService(error: z.ZodError): z.ZodError {
  return new z.ZodError(error.issues.map((issue) => ({ ...issue, path: ['service', ...issue.path] })));
}
