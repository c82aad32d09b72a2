import vm from 'node:vm';
import { z } from 'zod';
import { sendToDriver } from './driver-link.ts';
import { decode, encode } from './wire.ts';

const request = z.discriminatedUnion('standIn', [
  z.object({ standIn: z.literal('evaluate'), id: z.number(), source: z.string(), arg: z.string() }),
  z.object({ standIn: z.literal('quit') }),
]);

interface Ending {
  quit(): void;
  exit(code: number): void;
}

/**
 * Runs the functions that the test sends with the Electron module as argument, as Playwright does, quits
 * when it asks, and ends with it.
 */
export function serveDriver(electron: object, app: Ending): void {
  if (!process.connected) return;
  process.on('disconnect', () => app.exit(1));
  process.on('message', async (message) => {
    const parsed = request.safeParse(message);
    if (!parsed.success) return;
    if (parsed.data.standIn === 'quit') return app.quit();
    const { id, source, arg } = parsed.data;
    try {
      const run = vm.runInThisContext(`(${source})`);
      sendToDriver({ standIn: 'evaluated', id, value: encode(await run(electron, decode(arg))) });
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      sendToDriver({ standIn: 'evaluation-failed', id, message: text });
    }
  });
}
