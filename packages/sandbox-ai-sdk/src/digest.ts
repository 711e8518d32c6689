import { createHash, type Hash } from "node:crypto";

/** Passes bytes on and adds them to a hash. */
export const hashing = (hash: Hash) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      hash.update(chunk);
      to.enqueue(chunk);
    },
  });

/** SHA-256, in hexadecimal. */
export async function digestOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}
