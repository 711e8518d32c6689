import { useState } from "react";

/**
 * What had the focus when something was opened, and gets it back at its end: a field in it may have the focus before anything else of it
 * is asked.
 */
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

/** For `finalFocus`: the opener, or what the library finds where that is gone. */
export const focusOf = (opener: HTMLElement | null) => () => (opener?.isConnected === true ? opener : true);
