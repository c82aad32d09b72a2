import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { LabError } from '../../shared/fault.ts';
import type { StreamConnectSpec, StreamFacts } from '../../shared/handshake/stream-api.ts';
import { nowUs } from './counters.ts';
import { factsOf, lostStream } from './stream-server.ts';

/** Counts what arrives on one connection, and tells when enough has. */
class Receiver {
  private bytes = 0;
  private lastAtUs = 0;
  private onBytes: (() => void) | undefined;
  private readonly socket: net.Socket;

  constructor(socket: net.Socket) {
    this.socket = socket;
    // 'close' follows and tells whoever is waiting.
    socket.on('error', () => {});
    socket.on('data', (received: Buffer) => {
      this.bytes += received.length;
      this.lastAtUs = nowUs();
      this.onBytes?.();
    });
  }

  /** Answers once so many bytes have come in all; rejects when the connection closes first. */
  until(linkId: string, totalBytes: number): Promise<{ lastAtUs: number }> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(lostStream(linkId));
      const check = () => {
        if (this.bytes < totalBytes) return;
        this.onBytes = undefined;
        this.socket.off('close', lost);
        resolve({ lastAtUs: this.lastAtUs });
      };
      this.onBytes = check;
      this.socket.once('close', lost);
      check();
      if (this.socket.destroyed) lost();
    });
  }
}

async function openTls(port: number, settings: NonNullable<StreamConnectSpec['tls']>): Promise<net.Socket> {
  try {
    // Options that the runtime doesn't know throw here, before there is a socket.
    const socket = tls.connect({
      host: '127.0.0.1',
      port,
      ca: settings.caPem,
      servername: settings.serverName,
      ciphers: settings.cipher,
      minVersion: 'TLSv1.3',
      maxVersion: 'TLSv1.3',
    });
    // `tls.connect` drops the option of this name.
    socket.setNoDelay(true);
    await once(socket, 'secureConnect');
    return socket;
  } catch (error) {
    throw new LabError(
      {
        code: 'wrong-cipher',
        message: `No TLS 1.3 connection with ${settings.cipher} could be opened (${String(error)}). Run this on a runtime whose TLS library has that cipher.`,
        field: 'cipher',
        allowed: settings.cipher,
      },
      { cause: error },
    );
  }
}

async function openPlain(port: number): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** The receiving end of streams, one connection to each. */
export class StreamClient {
  private readonly receivers = new Map<string, Receiver>();

  /** @throws LabError `wrong-cipher` when no TLS connection can be made with the one suite */
  async connect({ linkId, port, tls: settings }: StreamConnectSpec): Promise<StreamFacts> {
    const socket = await (settings === undefined ? openPlain(port) : openTls(port, settings));
    this.receivers.set(linkId, new Receiver(socket));
    return factsOf(socket);
  }

  receive(linkId: string, totalBytes: number): Promise<{ lastAtUs: number }> {
    return this.receivers.get(linkId)?.until(linkId, totalBytes) ?? Promise.reject(lostStream(linkId));
  }
}
