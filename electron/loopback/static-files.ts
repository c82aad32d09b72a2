import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentTypeOf } from '../host/renderer-files.ts';

export interface StaticFile {
  readonly content: Buffer;
  readonly type: string;
  /** Strong validator (RFC 9110 §8.8.3) made from the content. */
  readonly etag: string;
}

/**
 * Reads a folder of built pages into memory, by the path that asks for each file. Paths are looked up, never resolved,
 * so that none can lead out of the folder; links are left out for the same reason.
 * @param folder holds `index.html`, which also answers to `/`
 */
export async function readStaticFiles(folder: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue;
    const place = path.join(entry.parentPath, entry.name);
    const content = await readFile(place);
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    files.set(`/${path.relative(folder, place).split(path.sep).join('/')}`, {
      content,
      type: contentTypeOf(entry.name),
      etag,
    });
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`${path.join(folder, 'index.html')} is missing: run npm run build`);
  return files.set('/', index);
}
