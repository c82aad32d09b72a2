import { BrowserWindow } from 'electron';

/** Reports that are being printed, by their address: served from memory, so that nothing of a run lies on disk. */
const printing = new Map<string, string>();

const addressOf = (id: number): string => `app://report/${id}.html`;
let lastId = 0;

/** Answers the address of a report that is being printed; undefined for any other. */
export function answerReport(request: Request): Response | undefined {
  const html = printing.get(request.url);
  return html === undefined
    ? undefined
    : new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/**
 * Prints an HTML page as PDF on A4 (or what its `@page` asks for), in a hidden window that has no preload and runs no
 * script; the page's own policy keeps it from loading anything.
 */
export async function printPdf(html: string): Promise<Uint8Array> {
  lastId += 1;
  const address = addressOf(lastId);
  printing.set(address, html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript: false },
  });
  try {
    await window.loadURL(address);
    return await window.webContents.printToPDF({
      printBackground: true,
      pageSize: 'A4',
      preferCSSPageSize: true,
    });
  } finally {
    printing.delete(address);
    window.destroy();
  }
}
