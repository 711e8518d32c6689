import type { SandboxSpec, Volume } from "@workspace-agent/core/ports";

/** The spec of a workspace with one volume. */
export const specOf = (volume: Volume, changed: Partial<SandboxSpec> = {}): SandboxSpec => ({
  workspaceId: "ws_1",
  tenant: "default",
  labels: {},
  mounts: [{ target: "/workspace", volume, access: "write" }],
  image: null,
  cpus: 1,
  memoryMb: 512,
  diskMb: 512,
  network: "none",
  ...changed,
});
