import { Camera } from "lucide-react";
import { useState } from "react";
import { fieldError } from "../../api/describe-error.ts";
import { useCreateSnapshot } from "../../api/snapshots.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";

export function TakeSnapshot({ workspaceId }: { readonly workspaceId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon={<Camera />} onClick={() => setOpen(true)}>
        Take a snapshot…
      </Button>
      {isOpen && <TakeSnapshotDialog workspaceId={workspaceId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface TakeSnapshotDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

function TakeSnapshotDialog({ workspaceId, onClose }: TakeSnapshotDialogProps) {
  const [label, setLabel] = useState("");
  const create = useCreateSnapshot(workspaceId);
  const wrongLabel = fieldError(create.error, "#/label");
  return (
    <FormDialog
      onClose={onClose}
      title="Take a snapshot"
      action="Take snapshot"
      isBusy={create.isPending}
      error={wrongLabel === null ? create.error : null}
      onSubmit={() =>
        create.mutate(label.trim() === "" ? null : label.trim(), {
          onSuccess: () => {
            onClose();
            showToast("Snapshot taken");
          },
        })
      }
    >
      <Field
        label="Label"
        hint="Optional. It says later what the files were like."
        value={label}
        onChange={setLabel}
        maxLength={128}
        placeholder="Before the release"
        autoComplete="off"
        error={wrongLabel}
      />
    </FormDialog>
  );
}
