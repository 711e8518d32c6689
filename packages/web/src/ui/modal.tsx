import { useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";

interface ModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The accessible name, or the id of its element. */
  readonly name: { readonly label: string } | { readonly labelId: string };
  readonly className: string | undefined;
  /** Whether Escape and a click outside close it. Default true. */
  readonly isDismissible?: boolean;
  readonly children: ReactNode;
}

/** A modal `<dialog>`. The browser keeps the focus in it, and returns it when the dialog is closed. */
export function Modal({ isOpen, onClose, name, className, isDismissible = true, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!isOpen || current === null) return;
    current.showModal();
    return () => current.close();
  }, [isOpen]);
  const dismiss = () => {
    if (isDismissible) onClose();
  };
  return createPortal(
    <dialog
      ref={element}
      className={className}
      {...("label" in name ? { "aria-label": name.label } : { "aria-labelledby": name.labelId })}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Browsers do not let a page prevent the cancel event repeatedly.
        event.preventDefault();
        dismiss();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) dismiss();
      }}
    >
      {isOpen && children}
    </dialog>,
    document.body,
  );
}
