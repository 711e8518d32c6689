import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { useMakeFolder, useWriteFile, type Volume } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Field } from "../../ui/field.tsx";
import { joined, problemOfPath } from "./paths.ts";

interface NewEntryDialogProps {
  readonly kind: "file" | "folder";
  readonly workspaceId: string;
  readonly volume: Volume;
  readonly folder: string;
  readonly onClose: () => void;
  readonly onMade: (path: string) => void;
}

export function NewEntryDialog({ kind, workspaceId, volume, folder, onClose, onMade }: NewEntryDialogProps) {
  const [name, setName] = useState("");
  const write = useWriteFile(workspaceId, volume);
  const make = useMakeFolder(workspaceId, volume);
  const { error, isPending } = kind === "file" ? write : make;
  const isTaken = isProblem(error, "precondition_failed") || isProblem(error, "already_exists");
  const problem = name === "" ? null : problemOfPath(name);
  const isReady = name !== "" && problem === null && !isPending;
  const submit = () => {
    if (!isReady) return;
    const path = joined(folder, name);
    const onSuccess = () => {
      onClose();
      onMade(path);
    };
    if (kind === "file") write.mutate({ path, text: "", ifMatch: null }, { onSuccess });
    else make.mutate(path, { onSuccess });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`New ${kind}`}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={isPending} disabled={!isReady}>
            Create {kind}
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        hint={kind === "file" ? "notes.md, or src/notes.md" : "src, or src/parts"}
        error={problem ?? (isTaken ? "Something of this name is there already." : null)}
        value={name}
        onChange={(next) => {
          setName(next);
          write.reset();
          make.reset();
        }}
        spellCheck={false}
        autoComplete="off"
        autoFocus
      />
      {error !== null && !isTaken && <ErrorNotice error={error} />}
    </Dialog>
  );
}
