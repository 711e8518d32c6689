export { localSandbox, type LocalSandboxOptions } from "./local-sandboxes.ts";
