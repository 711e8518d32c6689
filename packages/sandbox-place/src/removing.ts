import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Gives the owner all rights to a folder and those below it, never through a link. */
async function unlock(dir: string): Promise<void> {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(dir, entry.name));
  }
}

/**
 * Removes a folder of which no command runs any more; absent is fine. Some tools (Go's module cache) leave folders that their
 * owner may not write to: they are unlocked where removing is refused.
 */
export async function removeFolder(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true });
  } catch (error) {
    const isRefused = error instanceof Error && "code" in error && error.code === "EACCES";
    if (!isRefused) throw error;
    await unlock(dir);
    await rm(dir, { recursive: true, force: true });
  }
}
