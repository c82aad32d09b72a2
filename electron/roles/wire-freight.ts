/** What crosses a wire, the two ways in which TCP ends a direction included. */
export type Freight = Buffer | 'end' | 'reset';

export interface Held {
  readonly dueUs: number;
  readonly freight: Freight;
}

/** Emptied places that are kept before the rest moves up: rarely, so that it costs nothing per item. */
const MAX_EMPTIED = 1024;

/** What is on its way, first in, first out. */
export class FreightQueue {
  private items: (Held | undefined)[] = [];
  private front = 0;

  get first(): Held | undefined {
    return this.items[this.front];
  }

  push(held: Held): void {
    this.items.push(held);
  }

  dropFirst(): void {
    this.items[this.front++] = undefined;
    if (this.front < MAX_EMPTIED && this.front < this.items.length) return;
    this.items = this.items.slice(this.front);
    this.front = 0;
  }
}
