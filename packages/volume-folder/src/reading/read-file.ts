import { constants, type BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { byteRange, type ReadOptions, type VolumeEntry } from "@workspace-agent/core/ports";
import type { VolumeRoot } from "../directories/descend.ts";
import { inParent } from "../directories/with-directory.ts";
import { toEntry } from "../entries/entry.ts";
import { isDirectory, isLink, isSpecial } from "../failures.ts";
import { hasCode } from "../has-code.ts";
import { CHUNK_BYTES, readAll, streamFile } from "./file-body.ts";

export interface ReadResult {
  readonly entry: VolumeEntry;
  readonly body: ReadableStream<Uint8Array>;
}

async function openFile(root: VolumeRoot, path: string): Promise<FileHandle> {
  if (path === "") throw isDirectory();
  return inParent(root, path, async (directory, name) => {
    try {
      return await directory.openFile(name, constants.O_RDONLY);
    } catch (error) {
      if (hasCode(error, "ELOOP", "EMLINK")) throw isLink();
      throw error;
    }
  });
}

function fileEntry(path: string, stats: BigIntStats): VolumeEntry {
  if (stats.isDirectory()) throw isDirectory();
  const entry = toEntry(path, stats);
  if (entry?.type !== "file") throw isSpecial();
  return entry;
}

/** Opens a file, and describes what was opened. Completes a short read at once, so that no handle stays open. */
export async function readFile(root: VolumeRoot, path: string, options: ReadOptions): Promise<ReadResult> {
  const handle = await openFile(root, path);
  let isStreamed = false;
  try {
    const entry = fileEntry(path, await handle.stat({ bigint: true }));
    const { start, stop } = byteRange(options, entry.size);
    if (stop - start <= CHUNK_BYTES) return { entry, body: await readAll(handle, start, stop) };
    isStreamed = true;
    return { entry, body: streamFile(handle, start, stop) };
  } finally {
    if (!isStreamed) await handle.close();
  }
}
