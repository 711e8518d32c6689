import { useEffect, type RefObject } from "react";
import { isComposing } from "../composer/is-composing.ts";

type Decision = "allow" | "deny";

const IS_MAC = navigator.userAgent.includes("Mac");
const KEYS = { y: "allow", n: "deny" } as const;

/** The shortcuts as they are shown, and as assistive technology reads them. On a Mac, the option key types characters. */
export const REQUEST_KEYS = IS_MAC
  ? {
      allow: { shown: "⌃⇧Y", aria: "Control+Shift+Y" },
      deny: { shown: "⌃⇧N", aria: "Control+Shift+N" },
    }
  : { allow: { shown: "Alt Y", aria: "Alt+Y" }, deny: { shown: "Alt N", aria: "Alt+N" } };

function decisionOf(event: KeyboardEvent): Decision | null {
  const { altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  if (repeat || metaKey || isComposing(event)) return null;
  if (altKey === IS_MAC || ctrlKey !== IS_MAC || shiftKey !== IS_MAC) return null;
  const key = event.key.toLowerCase();
  return key === "y" || key === "n" ? KEYS[key] : null;
}

function isInView(box: HTMLElement): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  const frame = box.closest('[role="region"]')?.getBoundingClientRect();
  return frame === undefined || (top >= frame.top - 1 && bottom <= frame.bottom + 1);
}

/**
 * Decides by keyboard. What is not completely in view is first scrolled to, so that nobody allows what they cannot see. A request that is
 * taller than the view has its buttons alone.
 */
export function useRequestKeys(
  box: RefObject<HTMLElement | null>,
  isOn: boolean,
  onDecide: (decision: Decision) => void,
): void {
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      const decision = decisionOf(event);
      const { current } = box;
      if (decision === null || current === null || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      if (isInView(current)) onDecide(decision);
      else current.scrollIntoView({ block: "end" });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
