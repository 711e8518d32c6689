import { useState, type ReactNode } from "react";
import { useOpener } from "./use-opener.ts";
import { usePreload, whenShown } from "./when-shown.tsx";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** A sentence below the title: what this does. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** The buttons: the way out first, the deed last. */
  readonly footer?: ReactNode;
  readonly size?: "normal" | "wide";
  /** Makes the whole a form that its deed submits. */
  readonly onSubmit?: () => void;
  /** Whether Escape and a click beside it close it. Default true; false where that would lose something. */
  readonly isDismissible?: boolean;
}

const DialogWindow = whenShown(async () => (await import("./dialog-window.tsx")).DialogWindow);

/** A window over the page. It holds the focus while it is open and gives it back; mount it always, and say `isOpen`. */
export function Dialog(props: DialogProps) {
  const { isOpen } = props;
  const opener = useOpener(isOpen);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  usePreload(DialogWindow);
  return wasOpened ? <DialogWindow {...props} opener={opener} /> : null;
}
