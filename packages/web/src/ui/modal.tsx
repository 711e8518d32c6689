import { useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";

interface ModalProps {
  readonly onClose: () => void;
  /** The accessible name, or the id of its element. */
  readonly name: { readonly label: string } | { readonly labelId: string };
  readonly className: string | undefined;
  /** Whether Escape and a click outside close it. Default true. */
  readonly isDismissible?: boolean;
  readonly children: ReactNode;
}

/** A modal `<dialog>`, open while it is mounted. The browser keeps the focus in it, and returns it at the end. */
export function Modal({ onClose, name, className, isDismissible = true, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    current?.showModal();
    return () => current?.close();
  }, []);
  const dismiss = () => {
    if (isDismissible) onClose();
  };
  return createPortal(
    <dialog
      ref={element}
      className={className}
      // Where the focus is lost, Escape sends no key event, and the page can prevent only one cancel event.
      closedby={isDismissible ? "closerequest" : "none"}
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
      {children}
    </dialog>,
    document.body,
  );
}
