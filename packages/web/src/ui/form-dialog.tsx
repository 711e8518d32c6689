import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";

export interface FormDialogProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The text of the button that submits. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  /** The text of the button that closes it. Default "Cancel". */
  readonly dismiss?: string;
  readonly onSubmit: () => void;
  /** Whether the form is complete. Default true. */
  readonly isReady?: boolean;
  readonly isBusy?: boolean;
  /** The error of the last submit, unless a field shows it. */
  readonly error?: unknown;
  /** Whether the field of a JSON Pointer shows its own error. Default: none does. */
  readonly isShownAtField?: ((pointer: string) => boolean) | undefined;
}

/**
 * A dialog with Cancel and one action. The caller closes it when the action has succeeded. While the action
 * runs, the user cannot close it: that would not stop the action, and its result or its error would be lost.
 */
export function FormDialog(props: FormDialogProps) {
  const { onClose, title, children, action, kind = "primary", onSubmit } = props;
  const { dismiss = "Cancel", isReady = true, isBusy = false, error = null, isShownAtField } = props;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      isDismissible={!isBusy}
      onSubmit={() => {
        if (isReady && !isBusy) onSubmit();
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {dismiss}
          </Button>
          <Button type="submit" kind={kind} isBusy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && <ErrorNotice error={error} isShownAtField={isShownAtField} />}
    </Dialog>
  );
}
