import { closeSync, constants, fstatSync, read, type BigIntStats } from "node:fs";
import type { HeldDirectory } from "./held-directory.ts";
import type { Name } from "./names.ts";

interface SmallFile {
  readonly stats: BigIntStats;
  readonly bytes: Uint8Array;
}

/** Null where the file is not `size` bytes long. */
function readAll(descriptor: number, size: number): Promise<Uint8Array | null> {
  // Reads one byte more, to detect a file that grew.
  const buffer = Buffer.allocUnsafe(size + 1);
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, size + 1, 0, (error, length) => {
      if (error !== null) reject(error);
      else resolve(length === size ? buffer.subarray(0, size) : null);
    });
  });
}

async function readOpen(descriptor: number, upTo: number): Promise<SmallFile | null> {
  // fstat and close of an open file do not wait for the disk.
  const stats = fstatSync(descriptor, { bigint: true });
  const size = Number(stats.size);
  if (!stats.isFile() || size > upTo) return null;
  const bytes = size === 0 ? new Uint8Array() : await readAll(descriptor, size);
  return bytes === null ? null : { stats, bytes };
}

/** Reads a file of at most `upTo` bytes. Null where it is larger, no file, changes meanwhile or cannot be read. */
export async function readSmall(
  directory: HeldDirectory,
  name: Name,
  upTo: number,
): Promise<SmallFile | null> {
  try {
    if (directory.openDescriptor !== undefined) {
      const descriptor = await directory.openDescriptor(name);
      try {
        return await readOpen(descriptor, upTo);
      } finally {
        closeSync(descriptor);
      }
    }
    await using handle = await directory.openFile(name, constants.O_RDONLY);
    return await readOpen(handle.fd, upTo);
  } catch {
    return null;
  }
}
