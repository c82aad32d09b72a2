import { type LinkCounters, nowUs } from './counters.ts';
import type { Line, Upstream } from './proxy-dial.ts';

/** Times the hop to the app for one marked request; the counters get the lane when the last byte has come. */
export class HopTimer {
  private readonly id: string;
  private readonly upstream: Upstream;
  private readonly link: LinkCounters;
  private readonly arrivedUs = nowUs();
  private line: Line | undefined;
  private requestSentUs = 0;
  private firstByteUs = 0;

  constructor(id: string, upstream: Upstream, link: LinkCounters) {
    this.id = id;
    this.upstream = upstream;
    this.link = link;
  }

  begin(line: Line): void {
    this.line = line;
    this.firstByteUs = 0;
  }

  /** Called for the head and again at the end of an upload: the last call counts. */
  sent(): void {
    this.requestSentUs = nowUs();
  }

  received(): void {
    if (this.firstByteUs === 0) this.firstByteUs = nowUs();
  }

  end(): void {
    if (this.line === undefined) return;
    const { from, to } = this.upstream;
    const lastByteUs = nowUs();
    this.link.addLane(this.id, {
      from,
      to,
      reused: this.line.openedUs < this.arrivedUs,
      ...this.line.facts(),
      requestSentUs: this.requestSentUs,
      firstByteUs: this.firstByteUs,
      lastByteUs,
    });
  }
}
