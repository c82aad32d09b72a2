/** Something that happens at a moment, µs; the moment doesn't change while it is in an agenda. */
export interface Appointment {
  readonly dueUs: number;
}

/** Appointments by their moments: a binary heap, since handshakes and delays of several wires mix. */
export class Agenda<A extends Appointment> {
  private readonly heap: A[] = [];

  /** The nearest appointment. */
  first(): A | undefined {
    return this.heap[0];
  }

  add(one: A): void {
    const { heap } = this;
    let place = heap.push(one) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.dueUs <= one.dueUs) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = one;
  }

  /** Takes the nearest appointment out if its moment has come. */
  takeDue(nowUs: number): A | undefined {
    const { heap } = this;
    const first = heap[0];
    if (first === undefined || first.dueUs > nowUs) return undefined;
    const last = heap.pop();
    if (last !== undefined && last !== first) this.sinkFromTop(last);
    return first;
  }

  private sinkFromTop(one: A): void {
    const { heap } = this;
    let place = 0;
    for (;;) {
      const left = heap[2 * place + 1];
      if (left === undefined) break;
      const right = heap[2 * place + 2];
      const child = right !== undefined && right.dueUs < left.dueUs ? right : left;
      if (child.dueUs >= one.dueUs) break;
      heap[place] = child;
      place = 2 * place + (child === right ? 2 : 1);
    }
    heap[place] = one;
  }
}
