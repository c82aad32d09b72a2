import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { defaultConfig } from '../../../shared/config.ts';
import { usualExperiments } from '../../../shared/experiment-ids.ts';
import { topologyIds, usualTopologies } from '../../../shared/topologies.ts';
import { engines } from '../../../shared/words.ts';
import type { Harness } from './serve.ts';

/** TEST CODE: the states of the window that are pictured. */

let clockMs = Date.now();
export const fakeNow = () => clockMs;

/** Plays windows faster than they would come. */
export async function settle(page: Page, host: Harness['host'], windows: number): Promise<void> {
  for (let at = 0; at < windows; at += 1) {
    clockMs += 250;
    host.tick(clockMs);
    if (at % 20 === 0) await page.waitForTimeout(30);
  }
  await page.waitForTimeout(1300);
}

export interface Scene {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly language?: 'en' | 'vi';
  readonly config?: Partial<typeof defaultConfig>;
  readonly seconds?: number;
  readonly view?: 'suite';
  readonly act?: (page: Page, harness: Harness) => Promise<void>;
}

export const compare = { mode: 'compare' } as const;
export const tenSeries: Partial<typeof defaultConfig> = {
  ...compare,
  compared: ['T0', 'T1', 'T2', 'T3'],
  comparedProxies: [...engines],
};
/** Three hundred windows of twelve series at once take the page longer than they would as they come. */
const catchUp = (page: Page) => page.waitForTimeout(9000);
const openEngines = async (page: Page) => {
  await page.getByText(/^(Proxy engine|Engine proxy)/).click();
  await page.waitForTimeout(300);
};

/** Real engines as the proxy. */
const engineScenes: readonly Scene[] = [
  {
    name: 'engines-solo',
    config: { topology: 'T2', proxy: 'nginx' },
    act: openEngines,
  },
  { name: 'engines-none', config: { topology: 'T0' }, act: openEngines },
  { name: 'engines-two', config: { ...compare, comparedProxies: ['builtin', 'nginx'] }, act: openEngines },
  { name: 'engines-ten', config: tenSeries, seconds: 75, act: catchUp },
  { name: 'engines-ten-dark', config: tenSeries, seconds: 75, theme: 'dark', act: catchUp },
  {
    name: 'engines-ten-client-throughput-vi',
    config: tenSeries,
    seconds: 75,
    language: 'vi',
    act: async (page) => {
      await catchUp(page);
      await page.locator('.chart-cpu input').check();
      await page.getByRole('radio', { name: 'thông lượng' }).check({ force: true });
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'engines-config',
    config: { topology: 'T3', proxy: 'nginx' },
    act: async (page) => {
      await openEngines(page);
      await page.getByRole('button', { name: 'Configuration of nginx' }).click();
      await page.locator('dialog pre').getByText('proxy_http_version').waitFor();
    },
  },
  {
    name: 'engines-config-dark',
    theme: 'dark',
    config: { topology: 'T3', proxy: 'nginx' },
    act: async (page) => {
      await openEngines(page);
      await page.getByRole('button', { name: 'Configuration of nginx' }).click();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'engines-exported',
    config: tenSeries,
    seconds: 75,
    act: async (page, { host }) => {
      await catchUp(page);
      for (const menu of ['CPU', 'Latency, last', 'Percentiles']) {
        await page.getByRole('button', { name: `Save or copy: ${menu}` }).click();
        await page.getByRole('menuitem', { name: 'Save as PNG' }).click();
        await page.waitForTimeout(400);
      }
      for (const { name, data } of host.exported)
        await writeFile(`/tmp/shots/engines-${name}`, data, 'base64');
    },
  },
];

const liveScenes: readonly Scene[] = [
  { name: 'idle', seconds: 0 },
  { name: 'solo-t2', config: { topology: 'T2' } },
  { name: 'solo-t4', config: { topology: 'T4' }, theme: 'dark' },
  { name: 'solo-t5', config: { topology: 'T5' }, language: 'vi' },
  { name: 'compare-all', config: { ...compare, compared: [...topologyIds], comparedProxies: ['builtin'] } },
  {
    name: 'solo-toggled',
    config: { topology: 'T0' },
    act: async (page, { host }) => {
      await page.getByRole('radio', { name: /T3/ }).check({ force: true });
      await settle(page, host, 60);
      host.crash('proxy', fakeNow());
      await settle(page, host, 20);
    },
  },
  { name: 'compare', config: compare },
  { name: 'compare-dark', config: compare, theme: 'dark' },
  { name: 'compare-vi', config: compare, language: 'vi' },
  { name: 'compare-1600', config: compare, width: 1600, height: 1000 },
  { name: 'compare-1600-dark-vi', config: compare, width: 1600, height: 1000, theme: 'dark', language: 'vi' },
  {
    name: 'client-log-throughput',
    config: compare,
    act: async (page) => {
      await page.getByLabel('show client').check();
      await page.getByRole('radio', { name: 'throughput' }).check({ force: true });
      await page.getByRole('radio', { name: 'log' }).first().check({ force: true });
    },
  },
  {
    name: 'exported',
    config: compare,
    act: async (page, { host }) => {
      const menus = ['CPU', 'Latency, last', 'Percentiles', 'Handshake'];
      for (const menu of menus)
        for (const action of ['Save as PNG', 'Save as SVG', 'Save data as CSV', 'Copy as Markdown']) {
          await page.getByRole('button', { name: `Save or copy: ${menu}` }).click();
          await page.getByRole('menuitem', { name: action }).click();
          await page.waitForTimeout(250);
        }
      for (const { name, mimeType, data } of host.exported)
        await writeFile(`/tmp/shots/export-${name}`, data, mimeType === 'image/png' ? 'base64' : 'utf8');
    },
  },
  {
    name: 'reconnecting',
    config: compare,
    act: async (page, harness) => {
      harness.close();
      await page.waitForTimeout(2500);
    },
  },
  {
    name: 'invalid-and-menu',
    config: {
      ...defaultConfig,
      topology: 'T0',
      workload: { ...defaultConfig.workload, protocol: 'h2', reuse: 100 },
    },
    act: async (page) => {
      await page.getByLabel(/Body size, typed/).fill('17 GB');
      await page.getByRole('button', { name: /Save or copy: CPU/ }).click();
    },
  },
];

const wholeSuite = {
  experiments: [...usualExperiments],
  topologies: [...usualTopologies],
  proxies: ['builtin' as const],
  quick: true,
};

/** Starts the suite by its button and lets so many seconds of it go by. */
async function playSuite(page: Page, { host }: Harness, seconds: number): Promise<void> {
  await page.getByRole('button', { name: /Start the suite|Chạy bộ đo/ }).click();
  await page.getByRole('progressbar').waitFor();
  await settle(page, host, seconds * 4);
}

const far: Partial<typeof defaultConfig> = {
  ...compare,
  network: { innerRttMs: 1, outerRttMs: 20 },
  workload: {
    ...defaultConfig.workload,
    protocol: 'h2',
    streamsPerConnection: 8,
    load: { kind: 'open', ratePerSec: 2000 },
  },
};
const suiteDone = (page: Page, harness: Harness) => playSuite(page, harness, 43);
const scrolled = async (page: Page, harness: Harness) => {
  await suiteDone(page, harness);
  await page.locator('.suite-results').evaluate((element) => element.scrollTo(0, element.scrollHeight));
};
const large = { width: 1920, height: 1080 } as const;

/** The Suite view in its states, and what the live view shows of distances and of invalid points. */
const suiteScenes: readonly Scene[] = [
  { name: 'suite-idle', view: 'suite' },
  { name: 'suite-running', view: 'suite', act: (page, harness) => playSuite(page, harness, 20) },
  {
    name: 'suite-cancelled',
    view: 'suite',
    act: async (page, harness) => {
      await playSuite(page, harness, 20);
      await page.getByRole('button', { name: /Cancel/ }).click();
    },
  },
  { name: 'suite-done', view: 'suite', act: suiteDone },
  { name: 'suite-done-end', view: 'suite', act: scrolled },
  { name: 'suite-done-1920', view: 'suite', ...large, act: suiteDone },
  { name: 'suite-dark', view: 'suite', theme: 'dark', act: suiteDone },
  { name: 'suite-dark-vi', view: 'suite', theme: 'dark', language: 'vi', act: suiteDone },
  { name: 'suite-vi-idle', view: 'suite', language: 'vi' },
  {
    name: 'live-during-suite',
    seconds: 0,
    act: async (page, { host }) => {
      await host.calls.startSuite(wholeSuite);
      await settle(page, host, 8);
    },
  },
  { name: 'live-open-far', config: far },
  { name: 'live-open-far-dark-vi', config: far, theme: 'dark', language: 'vi' },
  { name: 'live-open-far-1920', config: far, ...large },
  {
    name: 'live-invalid',
    config: { topology: 'T0' },
    act: async (page) => {
      await page.getByText('Distance').click();
      await page.getByLabel(/RTT on the client/).fill('500');
    },
  },
  {
    name: 'live-invalid-throughput',
    config: compare,
    theme: 'dark',
    act: (page) => page.getByRole('radio', { name: 'throughput' }).check({ force: true }),
  },
];

export const scenes: readonly Scene[] = [...liveScenes, ...engineScenes, ...suiteScenes];
