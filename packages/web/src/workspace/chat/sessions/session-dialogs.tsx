import type { Session } from "@workspace-agent/client";
import { useNavigate } from "@tanstack/react-router";
import { fieldError } from "../../../api/describe-error.ts";
import { useDeleteSession, useRenameSession } from "../../../api/sessions.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { RenameDialog } from "../../../ui/rename-dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { forget, sessionName } from "../../../workspaces/personal/personal-view.ts";
import { usePersonalView } from "../../../workspaces/personal/use-personal-view.ts";
import { drafts } from "../composer/drafts.ts";

interface SessionDialogProps {
  readonly session: Session;
  readonly kind: "rename" | "delete";
  readonly onClose: () => void;
}

export function SessionDialog({ kind, ...props }: SessionDialogProps) {
  return kind === "rename" ? <RenameSession {...props} /> : <DeleteSession {...props} />;
}

type DialogProps = Omit<SessionDialogProps, "kind">;

function RenameSession({ session: { id, name, workspace_id: workspaceId }, onClose }: DialogProps) {
  const rename = useRenameSession(workspaceId, id);
  return (
    <RenameDialog
      title="Rename session"
      name={name ?? ""}
      hint="Without a name, the first message is the title."
      isOptional
      onClose={onClose}
      onRename={(next) => rename.mutate(next === "" ? null : next, { onSuccess: onClose })}
      isBusy={rename.isPending}
      error={rename.error}
      nameError={fieldError(rename.error, "#/name")}
    />
  );
}

function DeleteSession({ session: { id, workspace_id: workspaceId }, onClose }: DialogProps) {
  const remove = useDeleteSession(workspaceId, id);
  const navigate = useNavigate();
  const { change } = usePersonalView();
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this session?"
      action="Delete session"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose();
            drafts.remove(workspaceId, id);
            change((view) => forget(view, sessionName(workspaceId, id)));
            showToast("Session deleted");
            void navigate({
              to: "/workspaces/$id/chat",
              params: { id: workspaceId },
              search: {},
              ignoreBlocker: true,
            });
          },
        })
      }
    >
      This deletes its transcript and those of its subagents, and stops a running turn. The files of the
      workspace are kept. This cannot be undone.
    </ConfirmDialog>
  );
}
