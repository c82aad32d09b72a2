/** Something has fewer bytes than its own length fields, or its layout, promise. */
export class ShortRead extends Error {}

/** Reads the presentation language of RFC 8446 section 3 from bytes, front to back. */
export class Cursor {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /**
   * @param count how many bytes to read
   * @returns a view of them, not a copy
   * @throws ShortRead where fewer are left
   */
  take(count: number): Uint8Array {
    if (count > this.left) throw new ShortRead(`${count} bytes are announced, ${this.left} are left`);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** @returns all that is left */
  rest(): Uint8Array {
    return this.take(this.left);
  }

  /**
   * @param byteCount how many bytes the number has, at the most 4; the highest comes first
   * @throws ShortRead where fewer are left
   */
  number(byteCount: number): number {
    return this.take(byteCount).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /**
   * @param lengthBytes how many bytes the length in front has
   * @returns the bytes behind the length: a vector of RFC 8446 section 3.4
   * @throws ShortRead where fewer are left than the length says
   */
  vector(lengthBytes: number): Uint8Array {
    return this.take(this.number(lengthBytes));
  }

  /**
   * @param lengthBytes how many bytes the length of the list has
   * @param read reads one element
   * @returns the elements of a vector, as many as are in it
   * @throws ShortRead where the vector or its last element is cut off
   */
  list<T>(lengthBytes: number, read: (element: Cursor) => T): T[] {
    const elements = new Cursor(this.vector(lengthBytes));
    const found: T[] = [];
    while (elements.left > 0) found.push(read(elements));
    return found;
  }
}
