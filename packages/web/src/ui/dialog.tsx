import { useState, type ReactNode } from "react";
import { lazyComponent, usePreload } from "./lazy-component.tsx";
import { useOpener } from "./use-opener.ts";

export interface DialogProps {
  readonly isOpen: boolean;
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

const DialogWindow = lazyComponent(async () => (await import("./dialog-window.tsx")).DialogWindow);

/** A modal dialog. */
export function Dialog(props: DialogProps) {
  const { isOpen } = props;
  const opener = useOpener(isOpen);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  usePreload(DialogWindow);
  return wasOpened ? <DialogWindow {...props} opener={opener} /> : null;
}
