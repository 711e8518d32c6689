import { DomainError } from "@workspace-agent/core";

/**
 * The body of a request, read once and within a limit. `discard` reads what the route did not, so that the answer reaches a caller that is
 * still sending.
 */
export class RequestBody {
  readonly #request: Request;
  /** Requests the body from a caller that waits with it (`100-continue`); null once the body is on its way. */
  #askFor: (() => void) | null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #ended = false;
  #isLent = false;
  #isBroken = false;

  /** `askFor` is called before the first read. */
  constructor(request: Request, askFor: (() => void) | null = null) {
    this.#request = request;
    this.#askFor = askFor;
  }

  /** The connection broke during a read. Not every runtime aborts the signal of the request then. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** The complete body. Throws `payload_too_large` beyond `limit` bytes, by `Content-Length` or while reading. */
  async bytes(limit: number): Promise<Uint8Array> {
    this.#checkLength(limit);
    const reader = this.#open();
    if (reader === null) return await this.#consumedByHost(limit);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let next = await this.#read(reader); next !== null; next = await this.#read(reader)) {
      size += next.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(next);
    }
    return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : joined(chunks, size);
  }

  /** The body as a stream that is read on demand. Throws `payload_too_large` like `bytes`. */
  stream(limit: number): ReadableStream<Uint8Array> {
    this.#checkLength(limit);
    const reader = this.#open();
    if (reader === null && Number(this.#request.headers.get("content-length") ?? 0) > 0) {
      throw goneBefore();
    }
    let size = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const next = reader === null ? null : await this.#read(reader);
          size += next?.byteLength ?? 0;
          if (size > limit) throw tooLarge(limit);
          if (next === null) controller.close();
          else controller.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /**
   * The chunks of a body that is read while the answer is sent. `discard` leaves them to their reader, which ends them. The first chunk is
   * requested immediately, because `node:http` discards a body that nobody reads when the answer starts.
   */
  lend(): AsyncIterableIterator<Uint8Array, void> {
    const reader = this.#open();
    if (reader === null && Number(this.#request.headers.get("content-length") ?? 0) > 0) throw goneBefore();
    this.#isLent = true;
    let first = reader === null ? Promise.resolve(null) : this.#read(reader);
    first.catch(() => undefined);
    const next = async (): Promise<IteratorResult<Uint8Array, void>> => {
      const chunk = await first;
      if (chunk === null || reader === null) return { done: true, value: undefined };
      first = this.#read(reader);
      first.catch(() => undefined);
      return { done: false, value: chunk };
    };
    const giveBack = (): Promise<IteratorResult<Uint8Array, void>> => {
      this.#isLent = false;
      void this.discard();
      return Promise.resolve({ done: true, value: undefined });
    };
    const chunks: AsyncIterableIterator<Uint8Array, void> = {
      next,
      return: giveBack,
      [Symbol.asyncIterator]: () => chunks,
    };
    return chunks;
  }

  /** Reads the rest without storing it. Never throws. Does nothing for a body that was not read, not requested, or is lent. */
  async discard(): Promise<void> {
    const reader = this.#reader;
    if (reader === null || this.#isLent || this.#askFor !== null) return;
    try {
      while (!this.#ended) await this.#read(reader);
    } catch {
      // The caller disconnected, so nothing is left to read.
    }
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
    this.#askFor?.();
    this.#askFor = null;
    try {
      const next = await reader.read();
      if (!next.done) return next.value;
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
    this.#ended = true;
    return null;
  }

  #open(): ReadableStreamDefaultReader<Uint8Array> | null {
    this.#reader = this.#request.body?.getReader() ?? null;
    return this.#reader;
  }

  #checkLength(limit: number): void {
    if (Number(this.#request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  }

  /** The body parser of a host, such as that of Express, read the body first and provides it as text. */
  async #consumedByHost(limit: number): Promise<Uint8Array> {
    const bytes = new TextEncoder().encode(await this.#request.text());
    if (bytes.byteLength > limit) throw tooLarge(limit);
    return bytes;
  }
}

function tooLarge(limit: number): DomainError {
  return new DomainError("payload_too_large", `The body may have at most ${limit} bytes.`);
}

function goneBefore(): Error {
  return new Error("The host read the body before the handler, so its exact bytes are lost.");
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
