import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, vi } from "vitest";
import { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";

const CANARY = "canary-of-the-host";

const reason = await new BubblewrapSandbox().start().then(
  () => null,
  (error: unknown) => String(error),
);
if (reason !== null) console.warn(`\nSKIPPED: the contract of the bubblewrap template: ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  describeSandboxContract(
    "a sandbox on bubblewrap",
    new BubblewrapSandbox().capabilities,
    async () => {
      vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY);
      const dir = await mkdtemp(join(tmpdir(), "adapter-"));
      return {
        provider: new BubblewrapSandbox(),
        volumes: folderVolumes({ dir }),
        withoutEngine: new BubblewrapSandbox(join(dir, "no-bwrap")),
        canary: CANARY,
        remove: async () => {
          vi.unstubAllEnvs();
          await rm(dir, { recursive: true, force: true });
        },
      };
    },
    { parts: ["commands", "files", "mounts", "output", "killing", "isolation", "lifecycle"] },
  );
});
