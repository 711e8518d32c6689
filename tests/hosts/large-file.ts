import { createHash } from "node:crypto";
import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Caller } from "./caller.ts";

const PIECE = 256 * 1024;

const IS_GIB = process.env["LARGE_FILES"] === "1";
const IS_FULL = process.env["TEST_SUITE"] === "full";

/** 16 MiB, in the full suite 128, with `LARGE_FILES=1` one GiB. */
export const LARGE = (IS_GIB ? 1024 : IS_FULL ? 128 : 16) * 1024 * 1024;
/** A small file proves nothing: garbage may take as much memory. */
export const MEASURES_MEMORY = IS_GIB || IS_FULL;
/** How long it may take to send it and to read it. */
export const LARGE_MS = IS_GIB ? 1_800_000 : 120_000;

/** Pieces of bytes that do not repeat. */
function* pieces(size: number): Generator<Buffer> {
  for (let at = 0; at < size; at += PIECE) {
    const piece = Buffer.alloc(Math.min(PIECE, size - at), (at / PIECE) % 251);
    piece.writeUInt32LE(at % 2 ** 32);
    yield piece;
  }
}

/** Uploads a large file without its length, and returns the status and the SHA-256. */
export async function upload(caller: Caller, path: string, headers: Readonly<Record<string, string>>) {
  const hash = createHash("sha256");
  function* hashed() {
    for (const piece of pieces(LARGE)) {
      hash.update(piece);
      yield piece;
    }
  }
  const sent = request(caller.url + path, { method: "PUT", agent: false, headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
  });
  await pipeline(Readable.from(hashed()), sent);
  return { status: await status, sha256: hash.digest("hex") };
}

/** Downloads a large file without holding it, and returns its length and SHA-256. */
export async function download(caller: Caller, path: string) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of await caller.open("GET", path)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { size, sha256: hash.digest("hex") };
}
