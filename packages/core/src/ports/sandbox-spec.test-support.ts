import type { SandboxSpec } from "./sandbox.ts";

/** Of a sandbox that mounts nothing. */
export const SPEC: SandboxSpec = {
  workspaceId: "ws_1",
  tenant: "default",
  labels: {},
  mounts: [],
  image: null,
  cpus: 1,
  memoryMb: 1,
  diskMb: 1,
  network: "none",
};
