import { closeSync, fstatSync, readFileSync } from "node:fs";
import { MAX_TEXT_BYTES } from "@workspace-agent/core/snapshots";
import type { OpenDirectory } from "../../directories/open-directory.ts";
import { hasCode } from "../../has-code.ts";

/** The bytes of a small file; null where there is none that can be read. */
export function readText(directory: OpenDirectory, name: string): Uint8Array | null {
  let fd: number;
  try {
    fd = directory.openFile(name);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ELOOP", "EMLINK", "ENXIO", "EACCES", "EPERM")) return null;
    throw error;
  }
  try {
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= MAX_TEXT_BYTES ? readFileSync(fd) : null;
  } finally {
    closeSync(fd);
  }
}
