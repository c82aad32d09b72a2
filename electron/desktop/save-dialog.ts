import path from 'node:path';
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { base64Types, type ExportFile } from '../../shared/api.ts';
import { LabError } from '../../shared/fault.ts';
import { reasonNotWritten } from '../host/disk-reasons.ts';
import { writeWholeFile } from '../host/whole-file.ts';

const kinds: Record<ExportFile['mimeType'], { name: string; extensions: string[] }> = {
  'image/png': { name: 'PNG', extensions: ['png'] },
  'image/svg+xml': { name: 'SVG', extensions: ['svg'] },
  'text/csv': { name: 'CSV', extensions: ['csv'] },
  'text/markdown': { name: 'Markdown', extensions: ['md'] },
  'text/plain': { name: 'Text', extensions: ['*'] },
  'application/json': { name: 'JSON', extensions: ['json'] },
  'text/html': { name: 'HTML', extensions: ['html'] },
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'application/zip': { name: 'ZIP', extensions: ['zip'] },
};

/** What every PNG (specification §5.2), PDF (ISO 32000-1 §7.5.2) and ZIP (APPNOTE §4.3.7) begins with. */
const signatures: Partial<Record<ExportFile['mimeType'], Buffer>> = {
  'image/png': Buffer.from('89504e470d0a1a0a', 'hex'),
  'application/pdf': Buffer.from('%PDF-'),
  'application/zip': Buffer.from('504b0304', 'hex'),
};

const failed = (message: string, cause?: unknown) =>
  new LabError({ code: 'export-failed', message }, { cause });

/**
 * The content of a file as it is to lie on disk.
 * @throws LabError `export-failed` when a PNG, PDF or ZIP is none
 */
export function contentOf({ name, mimeType, data }: ExportFile): string | Buffer {
  if (!base64Types.includes(mimeType)) return data;
  const bytes = Buffer.from(data, 'base64');
  const signature = signatures[mimeType];
  if (signature && bytes.subarray(0, signature.length).equals(signature)) return bytes;
  throw failed(`${name} was not saved: its data is no ${kinds[mimeType].name} in base64.`);
}

/**
 * Saves files where the user says; the folder that was chosen last is offered first.
 * @param ask shows the dialog
 * @param firstFolder offered until one has been chosen
 * @returns answers where a file went, or `null` when the user thought better of it; rejects with `export-failed`
 */
export function saveByDialog(
  ask: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>,
  firstFolder: string,
): (file: ExportFile) => Promise<{ path: string } | null> {
  let offered = firstFolder;
  return async (file) => {
    const content = contentOf(file);
    const defaultPath = path.join(offered, file.name);
    const { canceled, filePath } = await ask({ defaultPath, filters: [kinds[file.mimeType]] });
    if (canceled || !filePath) return null;
    const folder = path.dirname(filePath);
    try {
      await writeWholeFile(filePath, content);
    } catch (error) {
      throw failed(
        `${path.basename(filePath)} was not saved: ${reasonNotWritten(error, folder)}. Choose another place.`,
        error,
      );
    }
    offered = folder;
    return { path: filePath };
  };
}
