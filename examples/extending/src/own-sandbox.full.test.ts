import { memoryVolumes } from "@workspace-agent/core/memory";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { vi } from "vitest";
import { meteredSandbox } from "./own-sandbox.ts";

const CANARY = "canary-of-the-host";
const unmeasured = () => undefined;
const now = () => performance.now();

describeSandboxContract("a metered interpreter", interpreterSandbox().capabilities, () => {
  vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY);
  const withoutThread = interpreterSandbox({ workerUrl: new URL("./absent.ts", import.meta.url) });
  return {
    provider: meteredSandbox(interpreterSandbox(), unmeasured, now),
    volumes: memoryVolumes(),
    withoutEngine: meteredSandbox(withoutThread, unmeasured, now),
    canary: CANARY,
    remove: async () => void vi.unstubAllEnvs(),
  };
});
