import type { Session } from "@workspace-agent/client";
import { useState } from "react";
import { fieldError } from "../../../api/describe-error.ts";
import { useRenameSession } from "../../../api/sessions.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Field } from "../../../ui/field.tsx";

interface RenameSessionDialogProps {
  readonly session: Session;
  readonly onClose: () => void;
}

export function RenameSessionDialog({ session, onClose }: RenameSessionDialogProps) {
  const [name, setName] = useState(session.name ?? "");
  const rename = useRenameSession(session.workspace_id, session.id);
  const nameError = fieldError(rename.error, "#/name");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Rename session"
      onSubmit={() => rename.mutate(name.trim() === "" ? null : name.trim(), { onSuccess: onClose })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        hint="Without a name it is called by its first message."
        value={name}
        onChange={setName}
        maxLength={128}
        error={nameError}
        autoFocus
      />
      {rename.isError && nameError === null && <ErrorNotice error={rename.error} />}
    </Dialog>
  );
}
