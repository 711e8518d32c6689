import { createHash } from "node:crypto";

/** SHA-256 of a body, in hexadecimal. */
export async function digestOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}
