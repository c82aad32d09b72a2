import type { SuiteProgress } from '../../shared/api.ts';
import type { HandshakeProgress } from '../../shared/handshake/options.ts';

const BAR_WIDTH = 30;

function bar(share: number): string {
  return '█'.repeat(Math.round(Math.min(1, share) * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
}

/** One line on stderr that is rewritten while something is measured; nothing where stderr is not a terminal. */
export class Progress {
  private readonly out: NodeJS.WriteStream;

  constructor(out: NodeJS.WriteStream) {
    this.out = out;
  }

  /**
   * @param measuredS so far, over all topologies
   * @param totalS that will be measured at most
   */
  run(measuredS: number, totalS: number): void {
    this.line(`measuring ${bar(measuredS / totalS)} ${measuredS.toFixed(1)} of ${totalS} s at most`);
  }

  suite({ experiment, recovering, donePoints, totalPoints, elapsedS, leftS }: SuiteProgress): void {
    const share = elapsedS / Math.max(1, elapsedS + leftS);
    const doing = recovering === undefined ? (experiment ?? '') : `restarting ${recovering.role}`;
    this.line(
      `suite ${doing} ${bar(share)} ${donePoints} of ${totalPoints} points · ${Math.ceil(leftS)} s left at most`,
    );
  }

  handshake({ doing, doneBatches, totalBatches }: HandshakeProgress): void {
    const share = doneBatches / Math.max(1, totalBatches);
    this.line(`handshake ${bar(share)} ${doneBatches} of ${totalBatches} batches · ${doing}`);
  }

  /** Says something that stays, above the line. */
  note(text: string): void {
    this.clear();
    this.out.write(`${text}\n`);
  }

  clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[K');
  }

  private line(text: string): void {
    if (this.out.isTTY) this.out.write(`\r\u001b[K${text}`);
  }
}
