import { DomainError, type AgentService, type Principal, type VolumeName } from "@workspace-agent/core";

/** The etag of what is at a path, or null where nothing is. Throws `not_found` for an unknown workspace. */
export async function etagAt(
  service: AgentService,
  principal: Principal,
  workspaceId: string,
  volume: VolumeName,
  path: string,
): Promise<string | null> {
  try {
    return (await service.files.stat(principal, workspaceId, volume, path)).etag;
  } catch (error) {
    if (!DomainError.isInstance(error) || error.code !== "not_found") throw error;
    // The file or the workspace: only a workspace that the caller sees has a file that is missing.
    await service.workspaces.get(principal, workspaceId);
    return null;
  }
}
