import type { Workspace } from "@workspace-agent/client";
import { nameError } from "../api/describe-error.ts";
import { useDeleteWorkspace, useRenameWorkspace } from "../api/workspaces.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { forget, workspaceName } from "./personal/personal-view.ts";
import { usePersonalView } from "./personal/use-personal-view.ts";
import { SaveAsTemplateDialog } from "./save-as-template-dialog.tsx";

interface DialogProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
  readonly onDeleted?: (() => void) | undefined;
}

export type WorkspaceDialogKind = "rename" | "template" | "delete";

export function WorkspaceDialog({ kind, ...props }: DialogProps & { readonly kind: WorkspaceDialogKind }) {
  switch (kind) {
    case "rename":
      return <RenameWorkspace {...props} />;
    case "template":
      return <SaveAsTemplateDialog workspace={props.workspace} onClose={props.onClose} />;
    case "delete":
      return <DeleteWorkspace {...props} />;
  }
}

function RenameWorkspace({ workspace: { id, name }, onClose }: DialogProps) {
  const rename = useRenameWorkspace(id);
  return (
    <RenameDialog
      title="Rename workspace"
      name={name}
      onClose={onClose}
      onRename={(next) => rename.mutate(next, { onSuccess: onClose })}
      isBusy={rename.isPending}
      error={rename.error}
      nameError={nameError(rename.error, "workspace")}
    />
  );
}

function DeleteWorkspace({ workspace: { id, name }, onClose, onDeleted }: DialogProps) {
  const { change } = usePersonalView();
  const remove = useDeleteWorkspace(id, () => {
    change((view) => forget(view, workspaceName(id)));
    showToast("Workspace deleted", name);
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this workspace?"
      action="Delete workspace"
      typed={name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose();
            onDeleted?.();
          },
        })
      }
    >
      This deletes its files, sessions, and transcripts, and stops everything that runs in it. This cannot be
      undone.
    </ConfirmDialog>
  );
}
