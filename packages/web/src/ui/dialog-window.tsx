import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { SyntheticEvent } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import type { DialogProps } from "./dialog.tsx";
import styles from "./dialog.module.css";
import { focusOf } from "./use-opener.ts";

/** The content of a `Dialog`, loaded when one is opened. */
export function DialogWindow(props: DialogProps & { readonly opener: HTMLElement | null }) {
  const { isOpen, onClose, title, description, children, footer, size = "normal" } = props;
  const { onSubmit, isDismissible = true, opener } = props;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const content = (
    <>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </>
  );
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={!isDismissible}
      onOpenChange={(open, details) => {
        if (!open && (isDismissible || details.reason !== "escape-key")) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={classNames(styles.popup, size === "wide" && styles.wide)}
          finalFocus={focusOf(opener)}
        >
          <header className={styles.header}>
            <div>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
            </div>
            {isDismissible && <Base.Close render={<IconButton label="Close" icon={<X />} />} />}
          </header>
          {onSubmit === undefined ? (
            <div className={styles.content}>{content}</div>
          ) : (
            <form className={styles.content} onSubmit={submit} noValidate>
              {content}
            </form>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
