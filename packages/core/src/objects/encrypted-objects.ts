import { streamBytes } from "@workspace-agent/archives";
import { byteRange } from "../domain/files/byte-range.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { GetOptions, ObjectContent, ObjectInfo, ObjectStore } from "../ports/object-store.ts";
import type { ReadOptions } from "../ports/volume.ts";
import { FixedPieces } from "../runtime/fixed-pieces.ts";
import { untilSignal } from "../runtime/until-signal.ts";
import { OpenedSegments, sealedRange, type Reading } from "./opened-segments.ts";
import { contentSize, HEADER_BYTES, isCorrupt, newHeader, SEGMENT_BYTES, SegmentCipher } from "./segments.ts";

const withContentSize = (info: ObjectInfo): ObjectInfo => ({ ...info, size: contentSize(info.size) });

async function sealedBody(
  secret: CryptoKey,
  key: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const header = newHeader();
  const cipher = await SegmentCipher.of(secret, key, header);
  if (cipher === null) throw isCorrupt(key);
  const source = body instanceof Uint8Array ? streamBytes(body, 0, body.length) : body;
  const pieces = new FixedPieces(source);
  let index = -1;
  return new ReadableStream(
    {
      async pull(controller) {
        if (index < 0) {
          index = 0;
          controller.enqueue(header);
          return;
        }
        const segment = await pieces.next(SEGMENT_BYTES);
        const isLast = await pieces.atEnd();
        controller.enqueue(await cipher.seal(segment, index++, isLast));
        if (isLast) controller.close();
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** An object as the store has it. */
interface Sealed {
  /** Bytes of its content. */
  readonly size: number;
  readonly pieces: FixedPieces;
}

/**
 * Objects that are encrypted before they reach `store`, with AES-256-GCM in segments of 64 KiB: no byte is returned before its segment was
 * verified, also of a range. A key is bound to its content: an object under another key, a changed, moved or missing segment is
 * `object_corrupt`. The store still sees keys, sizes and times. `secret` has any length and is the same on all instances; what was put
 * with another cannot be read.
 */
export function encryptedObjects(store: ObjectStore, secret: string): ObjectStore {
  const bytes = new TextEncoder().encode(secret);
  const importing = crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);

  /** An open object in the store, or null where there is none. A range that it does not have makes it corrupt. */
  async function open(key: string, options: GetOptions): Promise<Sealed | null> {
    try {
      const found = await store.get(key, options);
      return found && { size: contentSize(found.size), pieces: new FixedPieces(found.body) };
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "range_not_satisfiable")
        throw isCorrupt(key, error);
      throw error;
    }
  }

  /** The content, or null where the segments are not what the header and the size say. */
  async function contentOf(
    key: string,
    header: Uint8Array,
    pieces: FixedPieces,
    reading: Reading,
  ): Promise<ObjectContent | null> {
    const cipher = await SegmentCipher.of(await importing, key, header);
    const segments = cipher && new OpenedSegments(key, cipher, pieces, reading);
    const first = await segments?.next();
    if (segments && first) return { size: reading.size, body: segments.stream(first) };
    await pieces.cancel();
    return null;
  }

  async function getWhole(key: string, options: GetOptions): Promise<ObjectContent | null> {
    const found = await open(key, options);
    if (found === null) return null;
    const { size, pieces } = found;
    const header = await pieces.next(HEADER_BYTES);
    const content = await contentOf(key, header, pieces, { size, start: 0, stop: size });
    if (content === null) throw isCorrupt(key);
    return content;
  }

  /** The header is read first: an object that is replaced after that does not fit it, and is read again. */
  async function getRange(
    key: string,
    range: ReadOptions,
    options: GetOptions,
  ): Promise<ObjectContent | null> {
    let before: Uint8Array | null = null;
    for (;;) {
      const top = await open(key, { ...options, range: { start: 0, end: HEADER_BYTES - 1 } });
      if (top === null) return null;
      const header: Uint8Array = await top.pieces.next(HEADER_BYTES);
      await top.pieces.cancel();
      if (before !== null && header.every((byte, index) => byte === before?.[index])) throw isCorrupt(key);
      before = header;
      const { size } = top;
      const { start, stop } = byteRange(range, size);
      const found = await open(key, { ...options, range: sealedRange(start, stop) });
      if (found === null) return null;
      const content = await contentOf(key, header, found.pieces, { size, start, stop });
      if (content !== null) return content;
    }
  }

  return {
    async put(key, body, options = {}) {
      const sealed = await sealedBody(await importing, key, body);
      const outcome = await store.put(key, sealed, options);
      return outcome.stored ? outcome : { stored: false, present: withContentSize(outcome.present) };
    },

    async get(key, { range, signal } = {}) {
      const options = { signal };
      const content = await (range === undefined ? getWhole(key, options) : getRange(key, range, options));
      return content && { size: content.size, body: untilSignal(content.body, signal) };
    },

    async head(key, options) {
      const info = await store.head(key, options);
      return info === null ? null : withContentSize(info);
    },

    async list(prefix, options) {
      const { objects, more } = await store.list(prefix, options);
      return { objects: objects.map(withContentSize), more };
    },

    delete: (keys, options) => store.delete(keys, options),
  };
}
