import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, Ellipsis, FolderSearch, GitCompareArrows, GitFork, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { downloadUrl } from "../../api/files.ts";
import { recentSessionsQuery } from "../../api/sessions.ts";
import { useDeleteSnapshot, type Snapshot } from "../../api/snapshots.ts";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { download } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.tsx";
import { recordingSession, snapshotTitle } from "./describe-snapshot.ts";

const ForkDialog = lazyComponent(async () => (await import("../rewind/fork-dialog.tsx")).ForkDialog);
const RewindDialog = lazyComponent(async () => (await import("../rewind/rewind-dialog.tsx")).RewindDialog);

const REWIND_NOTES = {
  files: "The files return to what they were in this snapshot. No conversation changes.",
};

interface SnapshotMenuProps {
  readonly snapshot: Snapshot;
  /** Whether a page of the snapshot is open, whose tabs lead to its views. Default false. */
  readonly isShown?: boolean;
}

/** What can be done with a snapshot. */
export function SnapshotMenu({ snapshot, isShown = false }: SnapshotMenuProps) {
  const { id, workspace_id: workspaceId } = snapshot;
  const [open, setOpen] = useState<"rewind" | "fork" | "delete" | null>(null);
  const navigate = useNavigate();
  const sessions = useQuery(recentSessionsQuery(workspaceId));
  const sessionId = recordingSession(snapshot, sessions.data ?? []);
  const close = () => setOpen(null);
  const params = { id: workspaceId, snapshotId: id };
  return (
    <>
      <Menu trigger={<IconButton label={`Actions for ${snapshotTitle(snapshot)}`} icon={<Ellipsis />} />}>
        {!isShown && (
          <>
            <MenuItem
              icon={<GitCompareArrows />}
              onSelect={() => void navigate({ to: "/workspaces/$id/snapshots/$snapshotId", params })}
            >
              Compare with now
            </MenuItem>
            <MenuItem
              icon={<FolderSearch />}
              onSelect={() => void navigate({ to: "/workspaces/$id/snapshots/$snapshotId/files", params })}
            >
              Browse files
            </MenuItem>
          </>
        )}
        {/* A rewind is an event of a session. */}
        <MenuItem icon={<Undo2 />} disabled={sessionId === null} onSelect={() => setOpen("rewind")}>
          {sessions.data !== undefined && sessionId === null
            ? "Rewind files… (needs a session)"
            : "Rewind files…"}
        </MenuItem>
        <MenuItem icon={<GitFork />} onSelect={() => setOpen("fork")}>
          Fork workspace…
        </MenuItem>
        <MenuItem
          icon={<Download />}
          onSelect={() => download(downloadUrl(workspaceId, { snapshot: id }, "", "zip"))}
        >
          Download as zip
        </MenuItem>
        <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setOpen("delete")}>
          Delete…
        </MenuItem>
      </Menu>
      {open === "rewind" && sessionId !== null && (
        <RewindDialog
          workspaceId={workspaceId}
          sessionId={sessionId}
          target={{ to_snapshot: id }}
          title="Rewind files to this snapshot"
          offersUndo
          choices={["files"]}
          notes={REWIND_NOTES}
          onClose={close}
        />
      )}
      {open === "fork" && (
        <ForkDialog
          workspaceId={workspaceId}
          snapshot={snapshot}
          conversations={{ label: "Copy the conversations of this workspace", sessions: "all" }}
          onClose={close}
        />
      )}
      {open === "delete" && <DeleteSnapshot snapshot={snapshot} onClose={close} />}
    </>
  );
}

interface DeleteSnapshotProps {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}

function DeleteSnapshot({ snapshot, onClose }: DeleteSnapshotProps) {
  const { id, workspace_id: workspaceId } = snapshot;
  const navigate = useNavigate();
  const remove = useDeleteSnapshot(workspaceId, id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this snapshot?"
      action="Delete snapshot"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        void remove
          .mutateAsync(undefined, {
            onSuccess: () => {
              onClose();
              void navigate({ to: "/workspaces/$id/snapshots", params: { id: workspaceId }, replace: true });
            },
          })
          .then(
            // Also where the row, and this dialog with it, has left the list by then.
            () => showToast("Snapshot deleted", snapshotTitle(snapshot)),
            () => {},
          )
      }
    >
      {CONSEQUENCES[snapshot.kind]}
      The files of the workspace and other snapshots do not change. This cannot be undone.
    </ConfirmDialog>
  );
}

const CONSEQUENCES = {
  manual: "",
  auto: "The files can no longer be rewound to before this turn. ",
  safety: "A rewind that needs it can no longer be undone. ",
} as const satisfies Record<Snapshot["kind"], string>;
