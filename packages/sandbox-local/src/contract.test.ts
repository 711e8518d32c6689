import { join } from "node:path";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";
import { makeLocal } from "./one-workspace.test-support.ts";
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

const isSkipped = skips("the contract of the local sandbox", await whyNoBubblewrap());

describe.skipIf(isSkipped)("with bubblewrap", () => {
  beforeAll(() => void vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY));
  afterAll(() => void vi.unstubAllEnvs());

  describeSandboxContract("the local sandbox", capabilities, async () => {
    const made = await makeLocal();
    return {
      ...made,
      withoutEngine: localSandbox({ bwrapPath: join(made.dir, "no-bwrap") }),
      canary: CANARY,
      hostProcesses: processesWith,
      hostArguments: argumentsOfAll,
    };
  });
});
