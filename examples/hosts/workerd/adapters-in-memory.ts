import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { fromAiSdkSandbox } from "@workspace-agent/sandbox-ai-sdk";
import type { Adapters } from "../agents.ts";
import { bashSession } from "../../quickstarts/workerd/bash-session.ts";

/** Everything is in this isolate and is lost with the process. */
export function adaptersInMemory(): Adapters {
  return {
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: fromAiSdkSandbox({
      kind: "isolate",
      network: "none",
      background: false,
      open: async () => bashSession(),
    }),
  };
}
