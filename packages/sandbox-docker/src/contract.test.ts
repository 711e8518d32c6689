import { describeSandboxContract } from "@workspace-agent/core/testing";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { whyNoDocker } from "./docker.test-support.ts";
import { makeDocker } from "./one-workspace.test-support.ts";
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
    const made = await makeDocker();
    return {
      ...made,
      withoutEngine: made.another({
        environment: { ...process.env, DOCKER_HOST: `unix://${made.dir}/no.sock` },
      }),
      canary: CANARY,
      hasImages: true,
      hostProcesses: processesWith,
      hostArguments: argumentsOfAll,
    };
  });
});
