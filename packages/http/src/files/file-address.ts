import type { Principal, VolumeName } from "@workspace-agent/core";

/** Which file is meant, and for whom. */
export interface FileAddress {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly volume: VolumeName;
  readonly path: string;
}
