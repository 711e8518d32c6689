export { localSandbox, type LocalSandboxOptions } from "./local-sandboxes.ts";
export type { NetworkOptions } from "@workspace-agent/sandbox-process/egress";
