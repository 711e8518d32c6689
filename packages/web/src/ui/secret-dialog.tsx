import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { FieldRow, inputClass } from "./field.tsx";
import styles from "./secret-dialog.module.css";

interface SecretDialogProps {
  /** `Token`: the copy button says `Copy token`. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** How to use it. */
  readonly children: ReactNode;
}

/** Shows a secret once, to be copied. The caller has it in its state alone: no cache, URL or storage does. */
export function SecretDialog({ label, secret, onClose, children }: SecretDialogProps) {
  const name = label.toLowerCase();
  return (
    <Dialog
      onClose={onClose}
      title={`Copy your ${name}`}
      description="You will not be able to see it again."
      size="wide"
      isDismissible={false}
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="stack">
        <FieldRow label={label}>
          {(ids) => (
            <div className={styles.secret}>
              <input
                {...ids}
                readOnly
                value={secret}
                className={classNames("mono", inputClass)}
                spellCheck={false}
                autoComplete="off"
                onFocus={(event) => event.target.select()}
              />
              <CopyButton text={secret} label={`Copy ${name}`} look="text" />
            </div>
          )}
        </FieldRow>
        {children}
      </div>
    </Dialog>
  );
}
