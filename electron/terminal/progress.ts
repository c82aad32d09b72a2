/** One line on stderr that is rewritten while a run goes on; nothing where stderr is not a terminal. */
export class Progress {
  private readonly out: NodeJS.WriteStream;
  private readonly totalS: number;

  /** @param totalS seconds that will be measured, over all topologies */
  constructor(out: NodeJS.WriteStream, totalS: number) {
    this.out = out;
    this.totalS = totalS;
  }

  show(measuredS: number): void {
    const share = Math.min(1, measuredS / this.totalS);
    this.line(
      `measuring ${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')} ${measuredS.toFixed(1)} of ${this.totalS} s`,
    );
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
