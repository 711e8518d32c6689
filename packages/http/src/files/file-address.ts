import type { Principal } from "@workspace-agent/core";
import type { VolumeName } from "@workspace-agent/core/schemas";

/** Which file is meant, and for whom. */
export interface FileAddress {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly volume: VolumeName;
  readonly path: string;
}
