import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";

export interface FormDialogProps {
  /** Default true. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The text of the button that submits. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  readonly onSubmit: () => void;
  /** Whether the form is complete. Default true. */
  readonly isReady?: boolean;
  readonly isBusy?: boolean;
  /** The error of the last submit, unless a field shows it. */
  readonly error?: unknown;
}

/** A dialog with Cancel and one action. The caller closes it when the action has succeeded. */
export function FormDialog(props: FormDialogProps) {
  const { isOpen = true, onClose, title, children, action, kind = "primary", onSubmit } = props;
  const { isReady = true, isBusy = false, error = null } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      onSubmit={() => {
        if (isReady && !isBusy) onSubmit();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={kind} isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && <ErrorNotice error={error} />}
    </Dialog>
  );
}
