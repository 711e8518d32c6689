import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The name of a database file in a new folder, which is removed at the end of the test. */
export async function newFile(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await mkdtemp(join(tmpdir(), "store-sqlite-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, file: join(folder, "agent.db") };
}
