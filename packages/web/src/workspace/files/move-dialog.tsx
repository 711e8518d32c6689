import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { Volume } from "../../api/file-source.ts";
import { useMoveFile } from "../../api/files.ts";
import { Checkbox, Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { EntryProps } from "./entry-panel.tsx";
import { nameOf, pathProblem } from "./paths.ts";

export function MoveDialog(props: EntryProps<Volume> & { readonly onClose: () => void }) {
  const { workspaceId, source: volume, path, onShow, onClose } = props;
  const [dest, setDest] = useState(path);
  const [overwrite, setOverwrite] = useState(false);
  const move = useMoveFile(workspaceId, volume);
  const isTaken = isProblem(move.error, "already_exists");
  const problem = dest === path ? null : pathProblem(dest);
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename or move ${nameOf(path)}`}
      action="Move"
      onSubmit={() =>
        move.mutate(
          { src: path, dest, overwrite },
          {
            onSuccess: () => {
              onClose();
              showToast("Moved", `${path} → ${dest}`);
              onShow(dest);
            },
          },
        )
      }
      isReady={dest !== path && problem === null}
      isBusy={move.isPending}
      error={isTaken ? null : move.error}
    >
      <Field
        label="New path"
        hint="Relative to the volume. Missing folders are created."
        error={problem ?? (isTaken ? "This path already exists." : null)}
        value={dest}
        spellCheck={false}
        autoComplete="off"
        onChange={(next) => {
          setDest(next);
          setOverwrite(false);
          move.reset();
        }}
      />
      {(isTaken || overwrite) && (
        <Checkbox label="Replace it" isChecked={overwrite} onChange={setOverwrite} />
      )}
    </FormDialog>
  );
}
