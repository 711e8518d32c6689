import { useEffect, type RefObject } from "react";

type Decision = "allow" | "deny";

const IS_MAC = navigator.userAgent.includes("Mac");
const KEYS = { y: "allow", n: "deny" } as const;

/** The shortcuts as they are shown, and as assistive technology reads them. */
export const REQUEST_KEYS = {
  allow: { shown: IS_MAC ? "⌥Y" : "Alt Y", aria: "Alt+Y" },
  deny: { shown: IS_MAC ? "⌥N" : "Alt N", aria: "Alt+N" },
} as const;

function decisionOf(event: KeyboardEvent): Decision | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return null;
  // On a Mac, the option key types another character.
  const key = IS_MAC ? event.code.replace("Key", "").toLowerCase() : event.key.toLowerCase();
  return key === "y" || key === "n" ? KEYS[key] : null;
}

function isInView(box: HTMLElement): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  const frame = box.closest('[role="region"]')?.getBoundingClientRect();
  return frame === undefined || (bottom <= frame.bottom + 1 && top < frame.bottom && bottom > frame.top);
}

/** Decides by keyboard. What is out of view is first scrolled to, so that nobody allows what they cannot see. */
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
