import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { fromAiSdkSandbox } from "@workspace-agent/sandbox-ai-sdk";
import type { Place } from "../agents.ts";
import { bashSession } from "./bash-session.ts";

/** All of it in this isolate: what it holds is gone with the process. */
export function placeInMemory(): Place {
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
