import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import type { Volume } from "../../api/file-source.ts";
import { useCreateFolder, useWriteFile } from "../../api/files.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { EntryProps } from "./entry-panel.tsx";
import { joinPath, pathProblem } from "./paths.ts";

interface NewEntryDialogProps extends EntryProps<Volume> {
  readonly kind: "file" | "folder";
  readonly onClose: () => void;
}

export function NewEntryDialog(props: NewEntryDialogProps) {
  const { kind, workspaceId, source: volume, path, onClose, onShow } = props;
  const [name, setName] = useState("");
  const write = useWriteFile(workspaceId, volume);
  const create = useCreateFolder(workspaceId, volume);
  const { error, isPending } = kind === "file" ? write : create;
  const isTaken = isProblem(error, "precondition_failed") || isProblem(error, "already_exists");
  const problem = name === "" ? null : pathProblem(name);
  const submit = () => {
    const created = joinPath(path, name);
    const onSuccess = () => {
      onClose();
      onShow(created);
    };
    if (kind === "file") write.mutate({ path: created, text: "", ifMatch: null }, { onSuccess });
    else create.mutate(created, { onSuccess });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`New ${kind}`}
      action={`Create ${kind}`}
      onSubmit={submit}
      isReady={name !== "" && problem === null}
      isBusy={isPending}
      error={isTaken ? null : error}
    >
      <Field
        label="Name"
        hint={kind === "file" ? "notes.md, or src/notes.md" : "src, or src/parts"}
        error={problem ?? (isTaken ? "This name already exists." : null)}
        value={name}
        onChange={(next) => {
          setName(next);
          write.reset();
          create.reset();
        }}
        spellCheck={false}
        autoComplete="off"
      />
    </FormDialog>
  );
}
