import type { Principal } from "@workspace-agent/core";
import type { VolumeName } from "@workspace-agent/core/schemas";

/** A file, and the principal that accesses it. */
export interface FileAddress {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly volume: VolumeName;
  readonly path: string;
}
