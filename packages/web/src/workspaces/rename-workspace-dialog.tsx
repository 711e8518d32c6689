import type { Workspace } from "@workspace-agent/client";
import { useState } from "react";
import { fieldError, isProblem } from "../api/describe-error.ts";
import { useRenameWorkspace } from "../api/workspaces.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";

interface RenameWorkspaceDialogProps {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

export function RenameWorkspaceDialog({ workspace, onClose }: RenameWorkspaceDialogProps) {
  const [name, setName] = useState(workspace.name);
  const rename = useRenameWorkspace(workspace.id);
  const nameError = nameErrorOf(rename.error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Rename workspace"
      onSubmit={() => rename.mutate(name.trim(), { onSuccess: onClose })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={rename.isPending}
            disabled={name.trim() === "" || name.trim() === workspace.name}
          >
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name" value={name} onChange={setName} maxLength={128} error={nameError} autoFocus />
      {rename.isError && nameError === null && <ErrorNotice error={rename.error} />}
    </Dialog>
  );
}

/** What is wrong with a workspace's name, if that is what is wrong. */
export function nameErrorOf(error: unknown): string | null {
  if (isProblem(error, "name_taken")) return "Another workspace has this name.";
  return fieldError(error, "#/name");
}
