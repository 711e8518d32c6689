import type { VolumeName } from "@workspace-agent/core/schemas";

/** Paths, operation names and labels of each volume, and the errors of its reads and its writes. */
export const VOLUMES = {
  workspace: {
    files: "/api/workspaces/:id/agent/files",
    directories: "/api/workspaces/:id/agent/dirs",
    move: "/api/workspaces/:id/agent/move",
    noun: "WorkspaceFile",
    directory: "WorkspaceDirectory",
    tag: "Files",
    label: "the workspace",
    errors: ["overloaded", "object_corrupt", "storage_refused"],
    writeErrors: ["overloaded", "object_corrupt", "storage_refused", "snapshot_incomplete"],
  },
  afs: {
    files: "/api/workspaces/:id/agent/afs-files",
    directories: "/api/workspaces/:id/agent/afs-dirs",
    move: "/api/workspaces/:id/agent/afs-move",
    noun: "SharedFile",
    directory: "SharedDirectory",
    tag: "Shared files",
    label: "the shared volume",
    errors: ["afs_denied"],
    writeErrors: ["afs_denied"],
  },
} as const satisfies Record<VolumeName, object>;
