import { useEffect } from "react";
import { isComposing } from "./composer/is-composing.ts";

/** What Escape closes first. */
const OPEN = 'dialog[open], [role="menu"], :popover-open';

/** Whether Escape belongs to an input, or to another part of the page. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return false;
  const isPart = target.closest("search") !== null || target.closest('[aria-label="Conversation"]') === null;
  return isPart || target instanceof HTMLInputElement;
}

/** Handles Escape, unless it closes something. */
export function useInterruptKey(onInterrupt: () => void): void {
  useEffect(() => {
    // Before a menu or list that it closes is gone.
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event) || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isElsewhere(event.target) || document.querySelector(OPEN) !== null) return;
      event.preventDefault();
      onInterrupt();
    };
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  });
}
