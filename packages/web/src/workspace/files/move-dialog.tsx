import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useMoveFile, type Volume } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Checkbox, Field } from "../../ui/field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { nameOf, problemOfPath } from "./paths.ts";

interface MoveDialogProps {
  readonly workspaceId: string;
  readonly volume: Volume;
  readonly path: string;
  readonly onClose: () => void;
  readonly onMoved: (dest: string) => void;
}

export function MoveDialog({ workspaceId, volume, path, onClose, onMoved }: MoveDialogProps) {
  const [dest, setDest] = useState(path);
  const [overwrite, setOverwrite] = useState(false);
  const move = useMoveFile(workspaceId, volume);
  const isTaken = isProblem(move.error, "already_exists");
  const problem = dest === path ? null : problemOfPath(dest);
  const submit = () => {
    if (dest === path || problem !== null || move.isPending) return;
    move.mutate(
      { src: path, dest, overwrite },
      {
        onSuccess: () => {
          onClose();
          showToast("Moved", `${path} → ${dest}`);
          onMoved(dest);
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Rename or move ${nameOf(path)}`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={move.isPending}
            disabled={dest === path || problem !== null}
          >
            Move
          </Button>
        </>
      }
    >
      <Field
        label="New path"
        hint="From the top of the volume. Folders that are not there are made."
        error={problem ?? (isTaken ? "Something is there already." : null)}
        value={dest}
        spellCheck={false}
        autoComplete="off"
        autoFocus
        onChange={(next) => {
          setDest(next);
          setOverwrite(false);
          move.reset();
        }}
      />
      {(isTaken || overwrite) && (
        <Checkbox label="Replace what is there" isChecked={overwrite} onChange={setOverwrite} />
      )}
      {move.isError && !isTaken && <ErrorNotice error={move.error} />}
    </Dialog>
  );
}
