import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Field } from "./field.tsx";

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will be lost, in a sentence or two. */
  readonly children: ReactNode;
  /** The deed as its button says it: `Delete workspace`. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  readonly error?: unknown;
  /** What has to be typed before the button takes a click, for what cannot be undone. */
  readonly typed?: string;
}

/** Asks before something is lost. The caller closes it when the deed is done; its failure is shown in place. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, action, onConfirm, isBusy = false, error, typed } = props;
  const [answer, setAnswer] = useState("");
  const close = () => {
    setAnswer("");
    onClose();
  };
  const isConfirmed = typed === undefined || answer === typed;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      onSubmit={() => {
        if (isConfirmed && !isBusy) onConfirm();
      }}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} disabled={!isConfirmed}>
            {action}
          </Button>
        </>
      }
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
          autoFocus
        />
      )}
      {error !== undefined && error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
