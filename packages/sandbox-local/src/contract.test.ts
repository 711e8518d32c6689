import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { argumentsOfAll, processesWith, whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";

const CANARY = "canary-of-the-host-environment";

const capabilities = {
  background: true,
  network: true,
  quota: true,
  stdin: true,
  pty: true,
  hostPath: true,
};

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the contract of the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  beforeAll(() => void vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY));
  afterAll(() => void vi.unstubAllEnvs());

  describeSandboxContract("the local sandbox", capabilities, async () => {
    const dir = await mkdtemp(join(tmpdir(), "sandbox-local-"));
    return {
      provider: localSandbox({ dir: join(dir, "sandboxes") }),
      volumes: folderVolumes({ dir: join(dir, "files") }),
      withoutEngine: localSandbox({ bwrapPath: join(dir, "no-bwrap") }),
      canary: CANARY,
      hostProcesses: processesWith,
      hostArguments: argumentsOfAll,
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
