import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeVolumeContract, type VolumesUnderTest } from "@workspace-agent/core/testing";
import { procAccess } from "./directories/proc-access.ts";
import { realPathAccess } from "./directories/real-path-access.ts";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import { folderVolumesThrough } from "./folder-volumes.ts";

async function volumesThrough(access: DirectoryAccess): Promise<VolumesUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), "volumes-"));
  const make = () => folderVolumesThrough(access, { dir });
  return { provider: make(), reopen: make, remove: () => rm(dir, { recursive: true }) };
}

describeVolumeContract("folder", () => volumesThrough(procAccess));
describeVolumeContract("folder, without /proc", () => volumesThrough(realPathAccess));
