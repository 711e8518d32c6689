import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}

/** SHA-256 of few bytes, in hexadecimal, at once. */
export function sha256OfFewBytes(bytes: Uint8Array): string {
  return bytesToHex(digest(bytes));
}

/** SHA-256 of bytes, in hexadecimal: by the platform, beside everything else, for there may be many of them. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice())));
}

/** SHA-256 of a body that is read by another: it passes through unchanged. */
export class BodyHash {
  private readonly hash = digest.create();

  passing(): TransformStream<Uint8Array, Uint8Array> {
    return new TransformStream({
      transform: (chunk, controller) => {
        this.hash.update(chunk);
        controller.enqueue(chunk);
      },
    });
  }

  /** In hexadecimal, once the body has passed. */
  digest(): string {
    return bytesToHex(this.hash.digest());
  }
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isEqualSecret(a: string, b: string): boolean {
  const left = sha256(a);
  const right = sha256(b);
  let difference = 0;
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
