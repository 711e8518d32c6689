import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@workspace-agent/core";
import { orNull } from "./has-code.ts";

const NAME = ".writable";
/** How long a result is reused, since every client can cause a check. */
const HOLDS_MS = 1_000;

/**
 * Returns a check that writes a file into a folder: free space says nothing about quotas of the system, failing disks and read-only file
 * systems. The check throws system errors. A folder that does not exist yet passes.
 */
export function writableCheck(dir: string, clock: Clock): () => Promise<void> {
  let checkedAt = -Infinity;
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    await orNull(() => writeFile(join(dir, NAME), "x", { mode: 0o600 }), "ENOENT");
    checkedAt = clock.monotonic();
  }

  return async () => {
    if (clock.monotonic() - checkedAt < HOLDS_MS) return;
    await (checking ??= check().finally(() => (checking = null)));
  };
}
