import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import type { MakeEscapes } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { TEST_IMAGE, whyNoDocker } from "../docker.test-support.ts";
import { dockerSandbox, ownerOfFiles, type DockerSandboxOptions } from "../index.ts";

export const reason = await whyNoDocker();
if (reason !== null) console.warn(`\nSKIPPED: what fills the disk of containers, since ${reason}\n`);

export const makeDocker: MakeEscapes = async () => {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "disk-")));
  const { containers } = memoryStore();
  const provider = (options: Pick<DockerSandboxOptions, "network"> = {}) =>
    dockerSandbox({ image: TEST_IMAGE, containers, placement: dir, dir: join(dir, "sandboxes"), ...options });
  return {
    provider: provider(),
    withData: () => provider(),
    withNetwork: (network) => provider({ network }),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false, ...ownerOfFiles() }),
    onHost: () => Promise.reject(new Error("Nothing is tried on the host: it would fill its disk.")),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
};
