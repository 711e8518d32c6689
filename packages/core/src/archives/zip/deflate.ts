import { collectBody, streamBytes } from "../../domain/files/body.ts";

/** What of Node's zlib is used; Bun and Deno have it too. */
interface Zlib {
  deflateRawSync(
    bytes: Uint8Array,
    options: { readonly windowBits: number; readonly memLevel: number; readonly chunkSize: number },
  ): Uint8Array;
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

function isZlib(module: unknown): module is Zlib {
  return typeof module === "object" && module !== null && "deflateRawSync" in module;
}

/** Null where the runtime has none. */
function findZlib(): Zlib | null {
  const module = (globalThis as Runtime).process?.getBuiltinModule?.("node:zlib");
  return isZlib(module) ? module : null;
}

const zlib = findZlib();

export function deflateStream(bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const deflate = new CompressionStream("deflate-raw") as ReadableWritablePair<Uint8Array, Uint8Array>;
  return bytes.pipeThrough(deflate);
}

/** A window and an output no larger than the bytes need: zlib's own are made for any length, and cleared for each file. */
function optionsFor(length: number) {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(length + 300))));
  return { windowBits, memLevel: Math.min(8, Math.max(5, windowBits - 6)), chunkSize: Math.max(256, length) };
}

/** Packs few bytes at once: with zlib that takes a sixth of what a stream costs. */
export async function deflateSmall(bytes: Uint8Array): Promise<Uint8Array> {
  if (zlib !== null) return zlib.deflateRawSync(bytes, optionsFor(bytes.length));
  return collectBody(deflateStream(streamBytes(bytes, 0, bytes.length)), () => undefined);
}
