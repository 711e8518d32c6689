import type { PathLike } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf } from "./code-of.ts";

/** Some file systems cannot flush a folder. */
const CANNOT: readonly unknown[] = ["EINVAL", "ENOTSUP", "EOPNOTSUPP"];

/** Brings a file, or the entries of a folder, to the disk, so that they survive a power failure. */
export async function flush(path: PathLike): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT.includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}
