export { localSandbox, type LocalSandboxOptions } from "./local-sandboxes.ts";
export type { NetworkOptions } from "./network/network-options.ts";
