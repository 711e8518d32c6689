import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import { describeEscapes } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe } from "vitest";
import { TEST_IMAGE, whyNoDocker } from "../docker.test-support.ts";
import { dockerSandbox, ownerOfFiles, type DockerSandboxOptions } from "../index.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { onHost } from "../../../sandbox-process/src/testing/host.ts";

const isSkipped = skips("escapes from containers", await whyNoDocker());

describe.skipIf(isSkipped)("with a container engine", () => {
  describeEscapes("the container sandbox", async () => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), "escapes-")));
    const { containers } = memoryStore();
    let made = 0;
    const provider = (
      options: Pick<DockerSandboxOptions, "network"> = {},
      own = join(dir, `sandboxes-${++made}`),
    ) => dockerSandbox({ image: TEST_IMAGE, containers, placement: own, dir: own, ...options });
    return {
      provider: provider(),
      withData: (data) => provider({}, join(data, "containers")),
      withNetwork: (network) => provider({ network }),
      volumes: folderVolumes({ dir: join(dir, "files"), ...ownerOfFiles() }),
      onHost,
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
