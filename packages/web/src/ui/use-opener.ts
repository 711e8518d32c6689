import { useState } from "react";

/** The element that had the focus when a dialog was opened. */
export function useOpener(isOpen: boolean): HTMLElement | null {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    const { activeElement } = document;
    if (isOpen) setOpener(activeElement instanceof HTMLElement ? activeElement : null);
  }
  return opener;
}

/** For `finalFocus`: the opener, or the default of the library if it is no longer on the page. */
export const focusOf = (opener: HTMLElement | null) => () => (opener?.isConnected === true ? opener : true);
