import { DomainError, type AgentService } from "@workspace-agent/core";
import type { VolumeEntry } from "@workspace-agent/core/ports";
import { asReader } from "../conditions/as-reader.ts";
import type { FileAddress } from "./file-address.ts";

/** The entry at a path as the condition of a write needs it, or null. Throws `not_found` for an unknown workspace. */
export async function entryAt(
  service: AgentService,
  { principal, workspaceId, volume, path }: FileAddress,
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
