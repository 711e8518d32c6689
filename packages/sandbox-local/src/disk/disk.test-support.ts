import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

export const isSkipped = skips("what fills the disk of the local sandbox", await whyNoBubblewrap());

export async function makeLocal() {
  const dir = await mkdtemp(join(tmpdir(), "disk-"));
  return {
    provider: localSandbox({ dir: join(dir, "sandboxes") }),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
