import { X } from "lucide-react";
import { useId, type ReactNode, type SyntheticEvent } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";
import { Modal } from "./modal.tsx";

interface DialogProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** The buttons, with the main action last. */
  readonly footer?: ReactNode;
  readonly size?: "normal" | "wide";
  /** Makes the dialog a form. */
  readonly onSubmit?: () => void;
  /** Whether Escape and a click outside close it. Default true; false where that would lose something. */
  readonly isDismissible?: boolean;
}

/** A dialog, open while it is mounted: `{isOpen && <Dialog onClose={close} … />}`. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, children, footer, size = "normal" } = props;
  const { onSubmit, isDismissible = true } = props;
  const titleId = useId();
  const Content = onSubmit === undefined ? "div" : "form";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The dialog may be inside of another form.
    event.stopPropagation();
    onSubmit?.();
  };
  return (
    <Modal
      onClose={onClose}
      name={{ labelId: titleId }}
      className={classNames(styles.dialog, size === "wide" && styles.wide)}
      isDismissible={isDismissible}
    >
      <Content
        className={styles.content}
        {...(onSubmit !== undefined && { onSubmit: submit, noValidate: true })}
      >
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          {description !== undefined && <p className="muted">{description}</p>}
        </header>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        {/* Last, so that it does not get the first focus. */}
        {isDismissible && (
          <IconButton label="Close" icon={<X />} className={styles.close} onClick={onClose} />
        )}
      </Content>
    </Modal>
  );
}
