import { DomainError } from "../domain/errors/domain-error.ts";

/** Bytes that are encrypted together, and so read and checked together. */
export const SEGMENT_BYTES = 65_536;
const TAG_BYTES = 16;
export const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;

/** `WAO1`: the format, and its version. */
const MAGIC = Uint8Array.of(0x57, 0x41, 0x4f, 0x31);
const SALT_BYTES = 32;
export const HEADER_BYTES = MAGIC.length + SALT_BYTES;

const IV_BYTES = 12;
const COUNTER_OFFSET = 4;

export const isCorrupt = (key: string, cause?: unknown) =>
  new DomainError("object_corrupt", `The object ${key} is damaged, or encrypted with another key.`, {
    cause,
  });

/** The bytes of the content by those of the encrypted object. An object that no segment ends at this size is counted as far as it goes. */
export function contentSize(storedSize: number): number {
  const sealed = Math.max(0, storedSize - HEADER_BYTES);
  return Math.max(0, sealed - TAG_BYTES * Math.max(1, Math.ceil(sealed / SEALED_SEGMENT_BYTES)));
}

/** The number of segments of an object: an empty content is one empty segment. */
export const segmentCount = (size: number) => Math.max(1, Math.ceil(size / SEGMENT_BYTES));

/** A header for a new object, with its random salt. */
export function newHeader(): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(MAGIC);
  crypto.getRandomValues(header.subarray(MAGIC.length));
  return header;
}

/**
 * Encrypts the segments of one object. Its key is derived from the store's, the random salt in the header and the name of the object, so
 * that no other object's segments can be opened with it. The number of a segment and whether it is the last one are in the nonce: none
 * can be moved or left out.
 */
export class SegmentCipher {
  private constructor(private readonly key: CryptoKey) {}

  /** Null where this is not a header. */
  static async of(secret: CryptoKey, name: string, header: Uint8Array): Promise<SegmentCipher | null> {
    if (header.length !== HEADER_BYTES || MAGIC.some((byte, index) => byte !== header[index])) return null;
    const info = new TextEncoder().encode(`workspace-agent objects v1 ${name}`);
    const salt = header.slice(MAGIC.length);
    return new SegmentCipher(
      await crypto.subtle.deriveKey(
        { name: "HKDF", hash: "SHA-256", salt, info },
        secret,
        { name: "AES-GCM", length: 256 },
        false,
        ["encrypt", "decrypt"],
      ),
    );
  }

  private parameters(index: number, isLast: boolean): AesGcmParams {
    const iv = new Uint8Array(IV_BYTES);
    iv[0] = isLast ? 1 : 0;
    new DataView(iv.buffer).setBigUint64(COUNTER_OFFSET, BigInt(index));
    return { name: "AES-GCM", iv };
  }

  async seal(segment: Uint8Array<ArrayBuffer>, index: number, isLast: boolean): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.encrypt(this.parameters(index, isLast), this.key, segment));
  }

  /** Null where the segment is not this one of this object. */
  async open(
    sealed: Uint8Array<ArrayBuffer>,
    index: number,
    isLast: boolean,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(this.parameters(index, isLast), this.key, sealed));
    } catch {
      return null;
    }
  }
}
