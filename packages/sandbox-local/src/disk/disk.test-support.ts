import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MakeEscapes } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";

export const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: what fills the disk of the local sandbox, since ${reason}\n`);

export const makeLocal: MakeEscapes = async () => {
  const dir = await mkdtemp(join(tmpdir(), "disk-"));
  return {
    provider: localSandbox({ dir: join(dir, "sandboxes") }),
    withData: (data) => localSandbox({ protectedPaths: [data] }),
    withNetwork: (network) => localSandbox({ network }),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    onHost: () => Promise.reject(new Error("Nothing is tried on the host: it would fill its disk.")),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
};
