import { useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface RenameDialogProps {
  readonly title: string;
  /** The current name. */
  readonly name: string;
  readonly hint?: string;
  readonly onClose: () => void;
  readonly onRename: (name: string) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** What is wrong with the name, if anything. */
  readonly nameError: string | null;
  /** Whether an empty name is allowed. Default false. */
  readonly isOptional?: boolean;
}

export function RenameDialog(props: RenameDialogProps) {
  const { title, name, hint, onClose, onRename, isBusy, error, nameError, isOptional = false } = props;
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action="Rename"
      onSubmit={() => onRename(next)}
      isReady={next !== name && (isOptional || next !== "")}
      isBusy={isBusy}
      error={nameError === null ? error : null}
    >
      <Field label="Name" hint={hint} value={typed} onChange={setTyped} maxLength={128} error={nameError} />
    </FormDialog>
  );
}
