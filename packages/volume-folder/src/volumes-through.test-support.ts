import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VolumesUnderTest } from "@workspace-agent/core/testing";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import { folderVolumesThrough } from "./folder-volumes.ts";

/** Volumes in a new folder. */
export async function volumesThrough(access: DirectoryAccess, durable: boolean): Promise<VolumesUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), "volumes-"));
  const make = () => folderVolumesThrough(access, { dir, durable });
  return { provider: make(), reopen: make, another: make, remove: () => rm(dir, { recursive: true }) };
}
