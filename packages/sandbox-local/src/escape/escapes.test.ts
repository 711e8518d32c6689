import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeEscapes } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { onHost } from "../../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("escapes from the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("with bubblewrap", () => {
  describeEscapes("the local sandbox", async () => {
    const dir = await mkdtemp(join(tmpdir(), "escapes-"));
    return {
      provider: localSandbox({ dir: join(dir, "sandboxes") }),
      withData: (data) => localSandbox({ dir: join(data, "sandboxes"), protectedPaths: [data] }),
      withNetwork: (network) => localSandbox({ network }),
      volumes: folderVolumes({ dir: join(dir, "files") }),
      onHost,
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
