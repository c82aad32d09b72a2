import type { Capture, Side } from './capture.ts';

/** Where one chunk of a direction ends, and its place among all chunks of the connection. */
interface Mark {
  endOffset: number;
  atUs: number;
  order: number;
}

/** A moment of the capture: when, and the place of its chunk among all of them, for no two directions share a chunk. */
export interface Moment {
  atUs: number;
  order: number;
}

function decode(base64: string): Uint8Array {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** All bytes that one side sent, and when each passed. */
export class ByteStream {
  readonly from: Side;
  readonly bytes: Uint8Array;
  private readonly marks: Mark[] = [];

  /** @param capture a capture as `captureSchema` lets it through */
  constructor(capture: Capture, from: Side) {
    this.from = from;
    const parts: Uint8Array[] = [];
    let endOffset = 0;
    for (const [order, chunk] of capture.chunks.entries()) {
      if (chunk.from !== from || chunk.base64 === '') continue;
      const part = decode(chunk.base64);
      parts.push(part);
      endOffset += part.length;
      this.marks.push({ endOffset, atUs: chunk.atUs, order });
    }
    this.bytes = new Uint8Array(endOffset);
    for (const [index, part] of parts.entries()) {
      this.bytes.set(part, (this.marks[index]?.endOffset ?? 0) - part.length);
    }
  }

  /** @returns when the byte at an offset passed; the last byte's moment for one behind the end */
  momentOf(offset: number): Moment {
    let low = 0;
    let high = this.marks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.marks[middle]?.endOffset ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return this.marks[low] ?? { atUs: 0, order: 0 };
  }
}
