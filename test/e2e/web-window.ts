import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { childrenOf } from '../helpers/processes.ts';

/**
 * How long charts fill before a picture is taken of them. A test needs little; whoever wants to look at the pictures sets
 * TLS_COST_LAB_PICTURES.
 */
export const beforePictureMs = process.env.TLS_COST_LAB_PICTURES ? 12_000 : 1_500;

const web = path.resolve(import.meta.dirname, '../../out/web/web.cjs');

/** The loopback shell as a user starts it, with a real browser in front of it. */
export interface WebWindow {
  readonly shell: ChildProcess;
  readonly address: string;
  /** Where its settings lie, and beside them its runs. */
  readonly folder: string;
  readonly context: BrowserContext;
  /** What the pages complained about; empty in a sound window. */
  readonly problems: string[];
  openPage(size?: { width: number; height: number }): Promise<Page>;
  rolePids(): number[];
  close(): Promise<void>;
}

function addressFrom(shell: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    shell.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const address = /https?:\/\/\S+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
    shell.once('exit', (code) =>
      reject(new Error(`The shell ended with ${code} before it printed an address: ${text}`)),
    );
  });
}

export async function openWebWindow(executablePath: string): Promise<WebWindow> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-cost-lab-'));
  const shell = spawn(process.execPath, [web, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TLS_COST_LAB_SETTINGS: path.join(folder, 'settings.json') },
  });
  const address = await addressFrom(shell);
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ acceptDownloads: true });
  const problems: string[] = [];
  return {
    shell,
    address,
    folder,
    context,
    problems,
    openPage: async (size = { width: 1280, height: 720 }) => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(address);
      await page.getByText('Connected').waitFor();
      return page;
    },
    rolePids: () => childrenOf(shell.pid ?? 0),
    close: async () => {
      await browser.close();
      if (shell.exitCode !== null || shell.signalCode !== null) return;
      const ended = new Promise((resolve) => shell.once('exit', resolve));
      shell.kill('SIGTERM');
      await ended;
    },
  };
}
