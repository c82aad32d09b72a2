import net, { type Server, type Socket } from 'node:net';
import { LatencyHistogram } from '../../shared/latency.ts';
import type { Counters, LoadSpec } from '../../shared/role-api.ts';
import { type LoadUnderTest, loadSpec } from './role-under-test.ts';

let links = 0;

/** An open-loop workload of four connections on a link of its own. */
export function openSpec(
  port: number,
  ratePerSec: number,
  workload: Partial<LoadSpec['workload']> = {},
): LoadSpec {
  const linkId = `open loop ${links++}`;
  return loadSpec(port, { load: { kind: 'open', ratePerSec }, ...workload }, { linkId });
}

export interface Run {
  readonly requests: number;
  /** NaN in a closed loop. */
  readonly due: number;
  readonly offeredMs: number;
  readonly latency: LatencyHistogram;
  readonly errors: Counters['errors'];
}

/** Loads for a while. @returns what came of it between the counters before the start and those after the pause */
export async function runOf(
  load: LoadUnderTest,
  spec: LoadSpec,
  during: () => Promise<unknown>,
): Promise<Run> {
  const before = await load.counters(spec.linkId);
  await load.start(spec);
  await during();
  await load.pause(spec.linkId);
  const after = await load.counters(spec.linkId);
  return {
    requests: after.requests - before.requests,
    due: (after.due ?? Number.NaN) - (before.due ?? 0),
    offeredMs: (after.offeredMs ?? Number.NaN) - (before.offeredMs ?? 0),
    latency: new LatencyHistogram(after.latency),
    errors: after.errors,
  };
}

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
/** Length of the body that these servers answer with. */
export const answerBytes = 5;

/** An HTTP/1.1 server that can be told to stand still: it reads on, and answers when it is let go. */
export class StallingServer {
  readonly server: Server;
  /** Requests by connection, in the order in which connections came. */
  readonly requests: number[] = [];
  private held: Socket[] | undefined;

  constructor() {
    this.server = net.createServer((socket) => {
      const index = this.requests.push(0) - 1;
      // A request without a body is far smaller than a segment, and the next comes after the answer: one read, one request.
      socket.on('data', () => {
        this.requests[index] = (this.requests[index] ?? 0) + 1;
        if (this.held === undefined) socket.write(answer);
        else this.held.push(socket);
      });
    });
  }

  standStill(): void {
    this.held ??= [];
  }

  goOn(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const socket of held) socket.write(answer);
  }
}

/** An HTTP/1.1 server that takes its time for every answer, whatever else it has to do. */
export function slowServer(serviceMs: number): Server {
  return net.createServer((socket) => {
    socket.on('data', () => setTimeout(() => socket.write(answer), serviceMs));
  });
}
