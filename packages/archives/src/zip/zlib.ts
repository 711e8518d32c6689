/** What is used of Node's zlib, which Bun and Deno have too. */
interface Zlib {
  readonly crc32: (bytes: Uint8Array, before?: number) => number;
  readonly deflateRawSync: (
    bytes: Uint8Array,
    options: { readonly windowBits: number; readonly memLevel: number; readonly chunkSize: number },
  ) => Uint8Array;
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

function isZlib(module: unknown): module is Zlib {
  return typeof module === "object" && module !== null && "deflateRawSync" in module && "crc32" in module;
}

function findZlib(): Zlib | null {
  const module = (globalThis as Runtime).process?.getBuiltinModule?.("node:zlib");
  return isZlib(module) ? module : null;
}

/** Null where the runtime has none. */
export const zlib = findZlib();
