import type { Socket } from 'node:net';
import type { WireListenSpec } from '../../shared/role-api.ts';

type Limits = NonNullable<WireListenSpec['limits']>;

/** What a wire to another machine lets through: so many connections a second, and none after its time is over. */
export class WireLimits {
  private readonly limits: Limits;
  private readonly nowMs: () => number;
  private readonly endMs: number;
  private readonly open = new Set<Socket>();
  private allowance: number;
  private countedMs: number;

  constructor(limits: Limits, nowMs = () => performance.now()) {
    this.limits = limits;
    this.nowMs = nowMs;
    this.allowance = limits.dialsPerSec;
    this.countedMs = nowMs();
    this.endMs = this.countedMs + limits.lifetimeMs;
  }

  /** Cuts what is under way once the time is over. */
  begin(): void {
    const timer = setTimeout(() => this.cut(), this.limits.lifetimeMs);
    timer.unref();
  }

  /** Whether one more connection may be dialled; it then counts. A second's worth may come at once. */
  admits(client: Socket): boolean {
    const now = this.nowMs();
    const { dialsPerSec } = this.limits;
    this.allowance = Math.min(dialsPerSec, this.allowance + ((now - this.countedMs) / 1_000) * dialsPerSec);
    this.countedMs = now;
    if (now >= this.endMs || this.allowance < 1) return false;
    this.allowance -= 1;
    this.open.add(client);
    client.once('close', () => this.open.delete(client));
    return true;
  }

  private cut(): void {
    for (const client of this.open) client.destroy(new Error('The time that was allowed is over.'));
  }
}
