import { z } from 'zod';
import { configSchema } from './config.ts';
import type { EngineConfig, EngineState } from './engine-state.ts';
import { experimentIds } from './experiment-ids.ts';
import { faultSchema } from './fault.ts';
import { handshakeDocumentSchema } from './handshake/document.ts';
import { handshakeStateSchema } from './handshake/options.ts';
import type { Probe } from './probe/probe.ts';
import { environmentSchema, leftOutSchema, pointSchema, type Run, runSchema } from './result.ts';
import { sampleSchema } from './sample.ts';
import type { OpenedRun, RevealedRun, RunList, RunSummary } from './saved-runs.ts';
import { seriesSchema } from './series.ts';
import { confirmedHostSchema } from './service.ts';
import { type OpenedSettings, openedSettingsSchema } from './share/opened-settings.ts';
import { laneSchema } from './timeline.ts';
import { captureSchema } from './tls/capture.ts';
import { topologyIds } from './topologies.ts';
import { engines, servingTierIds, tierIds } from './words.ts';

/** The contract between the host and its clients (windows, pages). One interface, whatever channel carries it. */

export const themes = ['system', 'light', 'dark'] as const;
export const languages = ['system', 'en', 'vi'] as const;
export const preferencesSchema = z.strictObject({ theme: z.enum(themes), language: z.enum(languages) });
export type Preferences = z.infer<typeof preferencesSchema>;

/** A role that failed is started again. */
const recoverySchema = z.object({ role: z.string(), attempt: z.number() });

/** What the lab is doing. `preparing` covers the time from a change to the first window of load under it. */
export const phaseSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('preparing'), ...seriesSchema.shape }),
  z.object({ kind: z.literal('running'), ...seriesSchema.shape }),
  z.object({ kind: z.literal('suite') }),
  z.object({ kind: z.literal('handshake-lab') }),
  recoverySchema.extend({ kind: z.literal('recovering') }),
  z.object({ kind: z.literal('failed'), fault: faultSchema }),
]);
export type Phase = z.infer<typeof phaseSchema>;

export const roleStateSchema = z.object({
  role: z.string(),
  phase: z.enum(['starting', 'ready', 'failed', 'stopped']),
  pid: z.number().optional(),
});
export type RoleState = z.infer<typeof roleStateSchema>;

export const statusSchema = z.object({
  config: configSchema,
  epoch: z.number(),
  phase: phaseSchema,
  roles: z.array(roleStateSchema),
  /** Series that live measuring goes on without, since their engine did not start or does not serve. */
  leftOut: z.array(leftOutSchema),
  environment: environmentSchema,
  preferences: preferencesSchema,
  /** Hosts beyond this machine that load may go to. */
  confirmedHosts: z.array(confirmedHostSchema),
});
export type Status = z.infer<typeof statusSchema>;

/** One point of a percentile curve: share of requests (0–1) that took at most so many ms. */
export const curvePointSchema = z.object({ quantile: z.number(), ms: z.number() });

/** The figures of one series so far, under the current workload and TLS settings. */
export const livePointSchema = z.object({
  epoch: z.number(),
  point: pointSchema,
  curve: z.array(curvePointSchema),
});
export type LivePoint = z.infer<typeof livePointSchema>;

/** One sampled request through all hops of its topology, client's hop first. */
export const timelineSchema = z.object({ ...seriesSchema.shape, lanes: z.array(laneSchema) });

/** One TLS connection of one hop, taken down byte by byte from its first on. */
export const handshakeCaptureSchema = z.object({
  ...seriesSchema.shape,
  from: z.enum(tierIds),
  to: z.enum(servingTierIds),
  takenAtMs: z.number(),
  capture: captureSchema,
});
export type HandshakeCapture = z.infer<typeof handshakeCaptureSchema>;

/** What a suite shall measure. */
export const suiteOptionsSchema = z.strictObject({
  experiments: z.array(z.enum(experimentIds)).min(1).max(experimentIds.length),
  topologies: z.array(z.enum(topologyIds)).min(1).max(topologyIds.length),
  /** What plays the proxy in the experiments for the planner; all others are held against figures of the lab's own. */
  proxies: z.array(z.enum(engines)).min(1).max(engines.length),
  quick: z.boolean(),
});
export type SuiteOptions = z.infer<typeof suiteOptionsSchema>;

export const suiteProgressSchema = z.object({
  /** The `id` of the run document with what this suite has measured: no other belongs under this progress. */
  runId: z.string(),
  options: suiteOptionsSchema,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** What is being measured; absent once it has ended. */
  experiment: z.enum(experimentIds).optional(),
  /** Present while a role that failed is replaced and all is warmed up anew. */
  recovering: recoverySchema.optional(),
  donePoints: z.number(),
  totalPoints: z.number(),
  elapsedS: z.number(),
  /** Time left at most: figures that are known early end it sooner. It stands still while a role is replaced. */
  leftS: z.number(),
});
export type SuiteProgress = z.infer<typeof suiteProgressSchema>;

export const hostEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: statusSchema }),
  z.object({ kind: z.literal('sample'), sample: sampleSchema }),
  /** All current points: what isn't in it is shown no more. */
  z.object({ kind: z.literal('points'), points: z.array(livePointSchema) }),
  z.object({ kind: z.literal('timeline'), timeline: timelineSchema }),
  z.object({ kind: z.literal('handshake'), handshake: handshakeCaptureSchema }),
  z.object({ kind: z.literal('suite'), progress: suiteProgressSchema }),
  /** All that a suite has measured so far, the whole of it before its progress tells how it ended; an experiment's figures grow with each turn over its points. */
  z.object({ kind: z.literal('suite-run'), run: runSchema }),
  z.object({ kind: z.literal('handshake-lab'), state: handshakeStateSchema }),
  /** All that the handshake lab has measured, once it has ended. */
  z.object({ kind: z.literal('handshake-document'), document: handshakeDocumentSchema }),
  /** The list of saved runs has changed: ask for it again. */
  z.object({ kind: z.literal('runs') }),
  /** Settings came from a link or a file. Nothing was started. */
  z.object({ kind: z.literal('settings-opened'), opened: openedSettingsSchema, atMs: z.number() }),
  z.object({ kind: z.literal('fault'), fault: faultSchema, atMs: z.number() }),
]);
export type HostEvent = z.infer<typeof hostEventSchema>;

/** A file that the window made (a chart, a table) and that the user wants kept. */
export const exportFileSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(120)
    .regex(/^[\w. ()-]+$/),
  mimeType: z.enum([
    'image/png',
    'image/svg+xml',
    'text/csv',
    'text/markdown',
    'text/plain',
    'application/json',
    'text/html',
    'application/pdf',
    'application/zip',
  ]),
  /** Text as it is; PNG, PDF and ZIP in base64. */
  data: z.string().max(64 * 1024 * 1024),
});
export type ExportFile = z.infer<typeof exportFileSchema>;

/** Kinds whose data is base64. */
export const base64Types: readonly ExportFile['mimeType'][] = [
  'image/png',
  'application/pdf',
  'application/zip',
];

export interface HostCalls {
  /** The state of everything, for a window that has just opened or come back: status, recent samples, points, timelines. */
  snapshot(): Promise<Snapshot>;
  /** Changes what is measured; while running, the load follows at once. Rejects with `bad-config`. */
  configure(config: unknown): Promise<Status>;
  /**
   * Sets the controls to settings that somebody shared, and starts nothing: live measuring is stopped first, and its
   * figures stay. Rejects with `bad-link`, or `long-measurement-under-way`: no link may end a suite or the handshake lab.
   */
  openSettings(text: unknown): Promise<OpenedSettings>;
  start(): Promise<Status>;
  stop(): Promise<Status>;
  /**
   * Takes down one more handshake on each hop whose connections stay open: a new connection is made there for that.
   * Does nothing unless it is measured live.
   */
  forceHandshakes(): Promise<Status>;
  /** Measures a suite; live measuring stops. Rejects with `bad-config`. */
  startSuite(options: unknown): Promise<Status>;
  /** Ends the suite; what it has measured stays. */
  cancelSuite(): Promise<Status>;
  /** Measures handshakes by processes of its own; live measuring stops. Rejects with `bad-config`. */
  startHandshakes(request: unknown): Promise<Status>;
  /** Ends it; what it has measured stays. */
  cancelHandshakes(): Promise<Status>;
  /**
   * Finds out about one server with a handful of connections, whatever the lab does meanwhile: too few to disturb its
   * figures. One probe runs at a time. Nothing but the user's own press of the button may call this, with the URL that
   * stands in the field: no stored value and no link. Rejects with `bad-url`, `bad-config` or `probe-under-way`; what is
   * wrong with the server stands in the document.
   */
  probe(request: unknown): Promise<Probe>;
  /** Ends the probe that runs, if one does: it answers with what it has found out by then. */
  cancelProbe(): Promise<Status>;
  /** The real engines that can play the proxy, those that aren't there with the reason. */
  engines(): Promise<EngineState[]>;
  /** The configuration that an engine is run with under the current settings. Rejects with `engine-missing` or `bad-config`. */
  engineConfig(asked: unknown): Promise<EngineConfig>;
  /**
   * The user says yes to load on one host, under caps; it is remembered for that host alone. Rejects with `bad-config`.
   * No configuration can say this.
   */
  confirmHost(host: unknown): Promise<Status>;
  setPreferences(preferences: unknown): Promise<Status>;
  /**
   * Keeps a file: the desktop window asks where. Answers where it went, `null` when the user thought better of it,
   * or `{ download: true }` where the client itself must offer the download (a page in a browser).
   */
  exportFile(file: unknown): Promise<{ path: string } | { download: true } | null>;
  /** The saved runs, newest first, and what could not be read of their folder. */
  runs(): Promise<RunList>;
  /** Rejects with `run-not-found`, or as reading a file does. */
  run(id: unknown): Promise<Run>;
  /**
   * Writes name, note or tags on a run: `{ id, name?, note?, tags? }`, what is absent stays. Rejects with `bad-config`,
   * `run-not-found` or `run-unwritable`.
   */
  labelRun(label: unknown): Promise<RunSummary>;
  /** Takes a run out of the list; for 7 days `restoreRun` brings it back. Rejects with `run-not-found` or `run-unwritable`. */
  deleteRun(id: unknown): Promise<RunList>;
  restoreRun(id: unknown): Promise<RunSummary>;
  /** Keeps the run in the text of a file: `{ name, text }`. Rejects as reading a file does, or with `run-unwritable`. */
  openRun(file: unknown): Promise<OpenedRun>;
  /** Shows where a run lies, if the shell can. Rejects with `run-not-found`, also for a run that is in no file. */
  revealRun(id: unknown): Promise<RevealedRun>;
  /** Tries again to write a run that could not be written. Rejects with `run-unwritable`; it stays in the list. */
  keepRun(id: unknown): Promise<RunSummary>;
  /**
   * Keeps what live measuring has measured so far under its present settings, and goes on measuring. Rejects with
   * `nothing-measured` when nothing is measured live, or a series has too few slices yet.
   */
  keepLiveRun(): Promise<RunSummary>;
  /**
   * Makes a file of a run and keeps it likewise; where the client must offer the download, the file comes along. A PDF is
   * printed where the shell can, and else the answer is the HTML to be printed. Rejects with `export-failed` or
   * `run-unreadable`.
   */
  exportRun(order: unknown): Promise<{ path: string } | { download: ExportFile } | null>;
}

export interface Snapshot {
  readonly status: Status;
  readonly events: readonly HostEvent[];
}
export const snapshotSchema = z.object({ status: statusSchema, events: z.array(hostEventSchema) });
