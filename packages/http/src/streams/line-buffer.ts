const FIRST_CAPACITY = 65_536;

/** The bytes of an incomplete line in one buffer of at most twice its size. */
export class LineBuffer {
  #bytes = new Uint8Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(part: Uint8Array): void {
    const wanted = this.#size + part.byteLength;
    if (wanted > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(FIRST_CAPACITY, wanted, this.#bytes.byteLength * 2));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#size);
    this.#size = wanted;
  }

  /** Returns the bytes, valid until the next `add`, and clears the buffer. The memory of a long line is released. */
  take(): Uint8Array {
    const line = this.#bytes.subarray(0, this.#size);
    this.clear();
    return line;
  }

  clear(): void {
    this.#size = 0;
    if (this.#bytes.byteLength > FIRST_CAPACITY * 16) this.#bytes = new Uint8Array(0);
  }
}
