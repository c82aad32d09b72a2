import * as vega from 'vega';
import { compile } from 'vega-lite';

/** A Vega-Lite specification as another program sees it. */
export interface DrawnSpec {
  readonly svg: string;
  /** What the compiler and the drawing had to say against it; empty for a sound one. */
  readonly complaints: readonly string[];
  /** The rows of a data set, with what the compiler made of their types. */
  rows(name: string): readonly Record<string, unknown>[];
  close(): void;
}

function listeningLogger() {
  const complaints: string[] = [];
  const logger = vega.logger(vega.Warn);
  logger.warn = (...words: unknown[]) => {
    complaints.push(words.join(' '));
    return logger;
  };
  logger.error = logger.warn;
  return { complaints, logger };
}

/**
 * Compiles and draws a specification with the real programs.
 * @param text of the file
 * @throws whatever Vega-Lite or Vega throws on one that it can't read
 */
export async function drawVegaLite(text: string): Promise<DrawnSpec> {
  const { complaints, logger } = listeningLogger();
  const { spec } = compile(JSON.parse(text), { logger });
  const view = new vega.View(vega.parse(spec), { renderer: 'none', logger });
  const svg = await view.toSVG();
  return { svg, complaints, rows: (name) => view.data(name), close: () => view.finalize() };
}

/** Rows of a CSV, by a parser that isn't ours; every cell is a text. */
export const readCsv = (text: string): Record<string, string>[] =>
  vega
    .read(text, { type: 'csv' })
    .map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, String(cell)])));
