import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { TEST_IMAGE, whyNoDocker } from "../docker.test-support.ts";
import { dockerSandbox, ownerOfFiles } from "../index.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

export const isSkipped = skips("what fills the disk of containers", await whyNoDocker());

export async function makeDocker() {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "disk-")));
  const { containers } = memoryStore();
  const provider = dockerSandbox({
    image: TEST_IMAGE,
    containers,
    placement: dir,
    dir: join(dir, "sandboxes"),
  });
  return {
    provider,
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false, ...ownerOfFiles() }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}
