import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@workspace-agent/core";
import { hasCode } from "./system-errors.ts";

const NAME = ".writable";
/** Anybody may ask: an answer holds for a while. */
const HOLDS_MS = 1_000;

/**
 * Tries whether anything can be written below a folder: what is left of a disk does not tell of a quota of the system, nor of a disk that fails or
 * has become read-only. Throws what the system does. A folder that is not there yet is made later.
 */
export function writableCheck(dir: string, clock: Clock): () => Promise<void> {
  let checkedAt = -Infinity;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    await writeFile(join(dir, NAME), "x", { mode: 0o600 }).catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) throw error;
    });
    checkedAt = clock.monotonic();
  }

  return async () => {
    if (clock.monotonic() - checkedAt < HOLDS_MS) return;
    await (checking ??= check().finally(() => (checking = null)));
  };
}
