import type { ErrorKind } from '../../shared/words.ts';
import type { Line } from './proxy-dial.ts';
import { type Exchange, HIGH_WATER_BYTES } from './proxy-forward.ts';
import type { ForwardedRequest } from './proxy-headers.ts';
import { ResponseReader, type ResponseSink } from './proxy-response-reader.ts';

/** Where a connection goes when it has nothing to do. */
export interface ConnectionPool {
  release(connection: H1Connection): void;
  forget(connection: H1Connection): void;
  /** Sends a request again, whose connection turned out to be stale. */
  retry(exchange: Exchange): void;
}

type Upload = 'none' | 'flowing' | 'blocked';

function headOf({ method, path, host, fields }: ForwardedRequest): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (let at = 0; at + 1 < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return head;
}

/** One HTTP/1.1 connection to the app, which carries one exchange at a time. */
export class H1Connection implements ResponseSink {
  private readonly line: Line;
  private readonly pool: ConnectionPool;
  private readonly reader = new ResponseReader(this);
  private exchange: Exchange | undefined;
  private used = false;
  private isPaused = false;
  private upload: Upload = 'none';
  private quietSweeps = 0;

  constructor(line: Line, pool: ConnectionPool) {
    this.line = line;
    this.pool = pool;
    line.onBytes = (bytes) => this.read(bytes);
    line.onClosed = () => this.closed();
  }

  start(exchange: Exchange): void {
    this.exchange = exchange;
    this.quietSweeps = 0;
    exchange.abort = this.drop;
    exchange.timer?.begin(this.line);
    if (this.line.isOpen) this.send(exchange);
    else this.line.onOpen = () => this.exchange === exchange && this.send(exchange);
  }

  /**
   * Counts a sweep without progress. The app isn't silent while the client reads or sends slowly.
   * @param maxIdleSweeps after how many without work the connection closes
   */
  sweep(maxQuietSweeps: number, maxIdleSweeps: number): void {
    if (this.isPaused || this.upload === 'flowing') return;
    this.quietSweeps++;
    if (this.exchange === undefined) {
      if (this.quietSweeps > maxIdleSweeps) this.close();
    } else if (this.quietSweeps > maxQuietSweeps) this.lose('timeout');
  }

  /** Closes a connection that has nothing to do. */
  close(): void {
    this.drop();
  }

  onHead(status: number, rawFields: string[]): void {
    this.exchange?.head(status, rawFields);
  }

  onBody(bytes: Buffer): boolean {
    return this.exchange?.data(bytes, true, this.resume) ?? true;
  }

  onEnd(reusable: boolean): void {
    const exchange = this.exchange;
    this.exchange = undefined;
    this.used = true;
    exchange?.end();
    // After an early answer the app may not read the rest of the upload.
    if (!reusable || this.upload !== 'none') this.drop();
    else {
      // The client's 'drain' doesn't come once its response has ended.
      this.resume();
      this.pool.release(this);
    }
  }

  private readonly resume = (): void => {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.quietSweeps = 0;
    this.line.socket.resume();
  };

  private readonly drop = (): void => {
    this.exchange = undefined;
    this.pool.forget(this);
    this.line.socket.destroy();
  };

  private send(exchange: Exchange): void {
    const { request, timer } = exchange;
    this.reader.begin(request.method === 'HEAD');
    if (request.hasBody) this.startUpload(exchange);
    else this.line.socket.write(`${headOf(request)}\r\n`, 'latin1');
    timer?.sent();
  }

  private startUpload(exchange: Exchange): void {
    const { socket } = this.line;
    const { request, body } = exchange;
    const isChunked = request.contentLength < 0;
    const framing = isChunked ? 'transfer-encoding: chunked\r\n\r\n' : '\r\n';
    socket.write(`${headOf(request)}${framing}`, 'latin1');
    this.upload = 'flowing';
    body.on('data', (chunk: Buffer) => this.sendBody(exchange, chunk, isChunked));
    body.on('end', () => {
      if (this.exchange !== exchange || body.aborted) return;
      if (isChunked) socket.write('0\r\n\r\n', 'latin1');
      this.upload = 'none';
      this.quietSweeps = 0;
      exchange.timer?.sent();
    });
  }

  private sendBody(exchange: Exchange, chunk: Buffer, isChunked: boolean): void {
    if (this.exchange !== exchange) return;
    const { socket } = this.line;
    this.quietSweeps = 0;
    if (isChunked) {
      socket.cork();
      socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
      socket.write(chunk);
      socket.write('\r\n', 'latin1');
      socket.uncork();
    } else socket.write(chunk);
    if (socket.writableLength < HIGH_WATER_BYTES || this.upload === 'blocked') return;
    this.upload = 'blocked';
    exchange.body.pause();
    socket.once('drain', () => {
      if (this.exchange !== exchange) return;
      this.upload = 'flowing';
      this.quietSweeps = 0;
      exchange.body.resume();
    });
  }

  private read(bytes: Buffer): boolean {
    const exchange = this.exchange;
    if (exchange === undefined) {
      this.drop();
      return true;
    }
    this.quietSweeps = 0;
    exchange.timer?.received();
    try {
      // A read after a pause may want more again, but only `resume` makes the socket go on.
      if (!this.reader.read(bytes)) this.isPaused = true;
    } catch {
      this.lose('protocol');
      return true;
    }
    if (this.exchange === exchange) exchange.flushHeadSoon();
    return !this.isPaused;
  }

  private lose(kind: ErrorKind): void {
    const exchange = this.exchange;
    this.drop();
    exchange?.fail(kind);
  }

  private closed(): void {
    const exchange = this.exchange;
    if (exchange !== undefined && this.reader.close()) return;
    // The app may close an idle connection in the very moment in which a request is sent on it.
    const isStale = this.used && !this.reader.started && exchange?.mayRetry === true;
    if (isStale && exchange !== undefined) {
      this.drop();
      this.pool.retry(exchange);
    } else this.lose(this.line.lossKind);
  }
}
