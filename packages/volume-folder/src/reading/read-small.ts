import { closeSync, constants, fstatSync, read, type BigIntStats } from "node:fs";
import type { HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";

export interface SmallFile {
  readonly stats: BigIntStats;
  readonly bytes: Uint8Array;
}

/** Null where the file is shorter or longer than it should be. */
function readAll(descriptor: number, size: number): Promise<Uint8Array | null> {
  // One byte more tells of a file that grew.
  const buffer = Buffer.allocUnsafe(size + 1);
  return new Promise((resolve, reject) => {
    read(descriptor, buffer, 0, size + 1, 0, (error, length) => {
      if (error !== null) reject(error);
      else resolve(length === size ? buffer.subarray(0, size) : null);
    });
  });
}

async function readOpen(descriptor: number, upTo: number): Promise<SmallFile | null> {
  // What is open tells its state, and is closed, without waiting for the disk.
  const stats = fstatSync(descriptor, { bigint: true });
  const size = Number(stats.size);
  if (!stats.isFile() || size > upTo) return null;
  const bytes = size === 0 ? new Uint8Array() : await readAll(descriptor, size);
  return bytes === null ? null : { stats, bytes };
}

/** A file of at most so many bytes, with them; null for what is none, changes meanwhile, or cannot be read: who asks looks at it then. */
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
    const handle = await directory.openFile(name, constants.O_RDONLY);
    try {
      return await readOpen(handle.fd, upTo);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
