import { memoryVolumes } from "@workspace-agent/core/memory";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { vi } from "vitest";
import { interpreterSandbox } from "./index.ts";

const CANARY = "canary-of-the-host";

describeSandboxContract(
  "the interpreter",
  { background: false, network: false, quota: false, stdin: false, pty: false, hostPath: false },
  () => {
    vi.stubEnv("WORKSPACE_AGENT_CANARY", CANARY);
    return {
      provider: interpreterSandbox(),
      volumes: memoryVolumes(),
      withoutEngine: interpreterSandbox({ workerUrl: new URL("./absent.ts", import.meta.url) }),
      canary: CANARY,
      remove: async () => void vi.unstubAllEnvs(),
    };
  },
);
