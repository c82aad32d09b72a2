import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { Pki } from '../pki.ts';

/** A step takes some ms; this is for a machine that is at its limit. */
const limitMs = 2_000;

/** Probes one server; what it finds out is of no interest. */
type Visit = (order: { url: URL; newPerSec: number; limitMs: number }) => Promise<unknown>;

async function visitOn(server: Server, visit: Visit): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    await visit({ url: new URL(`https://localhost:${port}/`), newPerSec: 1, limitMs });
  } finally {
    server.close();
  }
}

async function visitOwnServers(visit: Visit): Promise<void> {
  const { certPem: cert, keyPem: key } = await new Pki().identity('ecdsa-p256');
  await visitOn(
    createServer({ cert, key }, (_request, response) => response.end()),
    visit,
  );
  await visitOn(
    createSecureServer({ cert, key }, (_request, response) => response.end()),
    visit,
  );
}

let rehearsal: Promise<void> | undefined;

/**
 * Lets a process do once, on servers of its own, all that a probe does over HTTP/1.1 and HTTP/2. What it does for the first
 * time takes it many times as long (DNS 9 ms instead of 0.3), which would be told as the server's.
 */
export async function rehearse(visit: Visit): Promise<void> {
  rehearsal ??= visitOwnServers(visit);
  try {
    await rehearsal;
  } catch (error) {
    rehearsal = undefined;
    throw error;
  }
}
