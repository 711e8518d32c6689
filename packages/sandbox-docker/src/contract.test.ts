import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { TEST_IMAGE, whyNoDocker } from "./docker.test-support.ts";
import { dockerSandbox } from "./index.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { argumentsOfAll, processesWith } from "../../sandbox-process/src/testing/host.ts";

const CANARY = "canary-of-the-host-environment";

const capabilities = {
  background: true,
  network: true,
  quota: true,
  stdin: true,
  pty: true,
  hostPath: true,
};

const isSkipped = skips("the contract of the container sandbox", await whyNoDocker());

describe.skipIf(isSkipped)("with a container engine", () => {
  beforeAll(() => void vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY));
  afterAll(() => void vi.unstubAllEnvs());

  describeSandboxContract("the container sandbox", capabilities, async () => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), "sandbox-docker-")));
    const options = { image: TEST_IMAGE, containers: memoryStore().containers, placement: dir };
    return {
      provider: dockerSandbox({ ...options, dir: join(dir, "sandboxes") }),
      volumes: folderVolumes({
        dir: join(dir, "files"),
        ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
      }),
      withoutEngine: dockerSandbox({
        ...options,
        environment: { ...process.env, DOCKER_HOST: `unix://${dir}/no.sock` },
      }),
      canary: CANARY,
      hasImages: true,
      hostProcesses: processesWith,
      hostArguments: argumentsOfAll,
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
