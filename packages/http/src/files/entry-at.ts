import { DomainError, type AgentService, type Principal } from "@workspace-agent/core";
import type { VolumeEntry } from "@workspace-agent/core/ports";
import type { VolumeName } from "@workspace-agent/core/schemas";
import { asReader } from "../conditions/as-reader.ts";

/** The entry at a path as the condition of a write needs it, or null. Throws `not_found` for an unknown workspace. */
export async function entryAt(
  service: AgentService,
  principal: Principal,
  workspaceId: string,
  volume: VolumeName,
  path: string,
): Promise<VolumeEntry | null> {
  const reader = asReader(principal);
  try {
    return await service.files.stat(reader, workspaceId, volume, path, { forWrite: true });
  } catch (error) {
    if (!DomainError.isInstance(error) || error.code !== "not_found") throw error;
    // Either the file or the workspace is missing.
    await service.workspaces.get(reader, workspaceId);
    return null;
  }
}
