import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';
import type { ExportFile } from '../../shared/api.ts';
import { badInputFault } from '../../shared/bad-input.ts';
import { documentName } from '../../shared/document-name.ts';
import { LabError } from '../../shared/fault.ts';
import { type RunFormat, runFormats } from '../../shared/report/formats.ts';
import { hgrmFiles } from '../../shared/report/hgrm.ts';
import { type Run, runSchema } from '../../shared/result.ts';
import { runTexts } from './run-texts.ts';

const orderSchema = z.strictObject({ run: runSchema, format: z.enum(runFormats) });

/** What is to be made of which run. */
export type RunExportOrder = z.infer<typeof orderSchema>;

/** @throws LabError `export-failed` that names what of it is wrong */
export function parseRunExport(input: unknown): RunExportOrder {
  const parsed = orderSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const about = {
    code: 'export-failed',
    name: 'the run',
    allowed: { format: runFormats.join(', ') },
  } as const;
  throw new LabError(badInputFault(input, parsed.error, about));
}

/** Of the text forms; a table, so that a form can't be without its kind. */
const kinds = {
  json: { extension: 'json', mimeType: 'application/json' },
  csv: { extension: 'csv', mimeType: 'text/csv' },
  markdown: { extension: 'md', mimeType: 'text/markdown' },
  html: { extension: 'html', mimeType: 'text/html' },
  openmetrics: { extension: 'prom', mimeType: 'text/plain' },
} as const satisfies Record<keyof typeof runTexts, { extension: string; mimeType: ExportFile['mimeType'] }>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** One distribution as it is; several, each a file of its own as plotters want them, in a ZIP. */
function hgrmFile(run: Run, base: string): ExportFile {
  const files = hgrmFiles(run);
  const [only] = files;
  if (only === undefined) {
    const message = 'There is no latency to export: no request of this run was answered.';
    throw new LabError({ code: 'export-failed', message });
  }
  if (files.length === 1) return { name: `${base}-latency-ms.hgrm`, mimeType: 'text/plain', data: only.text };
  const zip = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])));
  return { name: `${base}-latency-ms-hgrm.zip`, mimeType: 'application/zip', data: base64(zip) };
}

/**
 * A run as a file.
 * @param printPdf prints an HTML page; without it a page in a browser gets the HTML, which it can print itself
 * @throws LabError `export-failed` or `run-unreadable`
 */
export async function runExport(
  { run, format }: RunExportOrder,
  printPdf: ((html: string) => Promise<Uint8Array>) | undefined,
): Promise<ExportFile> {
  const base = documentName(run.suite ? 'suite' : 'run', run.startedAt);
  if (format === 'hgrm') return hgrmFile(run, base);
  if (format === 'pdf' && printPdf !== undefined) {
    const pdf = await printPdf(runTexts.html(run));
    return { name: `${base}.pdf`, mimeType: 'application/pdf', data: base64(pdf) };
  }
  const text: Exclude<RunFormat, 'hgrm' | 'pdf'> = format === 'pdf' ? 'html' : format;
  const { extension, mimeType } = kinds[text];
  return { name: `${base}.${extension}`, mimeType, data: runTexts[text](run) };
}
