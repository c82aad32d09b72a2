import type { Socket } from 'node:net';
import { timelineHeader } from '../../shared/timeline.ts';
import type { ErrorKind } from '../../shared/words.ts';
import { kindOfLoss, openSession } from './load-h2.ts';
import { AnswerReader, type ReadOutcome } from './load-reader.ts';
import { h2Headers, headBytes, wrongIn } from './load-request.ts';
import type { FleetSide } from './load-side.ts';

/** What a marked request tells while its one request is under way. */
export interface ExchangeReport {
  /** The request was handed to the socket. */
  sent(): void;
  firstByte(): void;
  /** The answer was complete and correct, or why it was not. */
  ended(error: ErrorKind | undefined): void;
}

const verdict = (side: FleetSide, { status, bodyBytes }: { status: number; bodyBytes: number }) =>
  wrongIn(side.request, status, bodyBytes);

/** Asks once over HTTP/1.1, marked with the id. @returns what ends the connection */
export function exchangeH1(side: FleetSide, socket: Socket, id: string, report: ExchangeReport): () => void {
  const reader = new AnswerReader({ last: undefined });
  const settle = (outcome: ReadOutcome) => {
    if (outcome === 'fault') report.ended('protocol');
    else if (outcome === 'done') report.ended(verdict(side, reader));
  };
  socket.on('data', (chunk: Buffer) => {
    report.firstByte();
    settle(reader.read(chunk, chunk.length));
  });
  socket.on('end', () => {
    if (reader.end() === 'done') settle('done');
    else report.ended('reset');
  });
  const head = headBytes(side.request, ['Connection: close', `${timelineHeader}: ${id}`]);
  socket.write(Buffer.concat([head, side.request.upload]));
  report.sent();
  return () => socket.end();
}

/** Asks once over HTTP/2, marked with the id. @returns what ends the connection */
export function exchangeH2(side: FleetSide, socket: Socket, id: string, report: ExchangeReport): () => void {
  const session = openSession(side, socket);
  session.on('error', (error) => report.ended(kindOfLoss(error)));
  const { upload } = side.request;
  const scheme = side.spec.tls === undefined ? 'http' : 'https';
  const headers = { ...h2Headers(side.request, scheme), [timelineHeader]: id };
  const stream = session.request(headers, { endStream: upload.length === 0 });
  const answer = { status: 0, bodyBytes: 0 };
  stream.on('response', (fields) => {
    report.firstByte();
    answer.status = fields[':status'] ?? 0;
  });
  stream.on('data', (chunk: Buffer) => {
    answer.bodyBytes += chunk.length;
  });
  stream.on('end', () =>
    report.ended(stream.aborted || stream.rstCode !== 0 ? 'reset' : verdict(side, answer)),
  );
  stream.on('error', (error) => report.ended(kindOfLoss(error, stream.rstCode)));
  if (upload.length > 0) stream.end(upload);
  report.sent();
  return () => session.close();
}
