import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "./error-code.ts";

/** Gives the owner all rights to a folder and those below it. Never follows a link. */
async function unlock(dir: string): Promise<void> {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(dir, entry.name));
  }
}

/**
 * Removes a folder in which no command runs any more; an absent one is fine. Some tools (Go's module cache) leave folders that their
 * owner may not write to: these are unlocked first.
 */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    await unlock(dir);
    await rm(dir, { recursive: true, force: true });
  }
}
