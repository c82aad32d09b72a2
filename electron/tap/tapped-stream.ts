import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { otherSide, type Side } from '../../shared/tls/capture.ts';

/** Whoever wants to see the bytes of a connection. */
export interface ByteWitness {
  /** The bytes pass now; their memory may be written over after the call. */
  add(from: Side, bytes: Uint8Array): void;
}

/**
 * Stands between a TCP socket and the TLS above it and lets a witness see every byte. Node's TLS then runs over a stream
 * of JavaScript, which costs some 100 µs a connection and more per byte: a connection that is measured has no tap.
 */
export class TappedStream extends Duplex {
  private readonly socket: Socket;
  private readonly witness: ByteWitness;
  private readonly own: Side;

  /**
   * @param socket connected, or about to be; nobody else may read or write it
   * @param own the end that this process plays
   */
  constructor(socket: Socket, witness: ByteWitness, own: Side) {
    super();
    this.socket = socket;
    this.witness = witness;
    this.own = own;
    socket.on('data', (bytes: Buffer) => {
      witness.add(otherSide(own), bytes);
      if (!this.push(bytes)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    // What is written before TCP is connected has not left yet.
    if (this.socket.connecting) this.socket.once('connect', () => this.pass(bytes, done));
    else this.pass(bytes, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private pass(bytes: Buffer, done: (error?: Error | null) => void): void {
    this.witness.add(this.own, bytes);
    this.socket.write(bytes, done);
  }
}
