import { useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

interface ConfirmDialogProps extends Omit<FormDialogProps, "kind" | "isReady" | "onSubmit"> {
  readonly onConfirm: () => void;
  /** Has to be typed to enable the action, where it cannot be undone. */
  readonly typed?: string | undefined;
}

/** Asks before something is lost. */
export function ConfirmDialog({ onConfirm, typed, children, ...rest }: ConfirmDialogProps) {
  const [answer, setAnswer] = useState("");
  return (
    <FormDialog
      {...rest}
      kind="danger"
      onSubmit={onConfirm}
      isReady={typed === undefined || answer === typed}
    >
      <div>{children}</div>
      {typed !== undefined && (
        <Field
          label={
            <>
              Type <strong>{typed}</strong> to confirm
            </>
          }
          value={answer}
          onChange={setAnswer}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
