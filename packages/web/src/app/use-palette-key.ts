import { useEffect } from "react";

/** Handles Ctrl+K, or ⌘K on a Mac. */
export function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      onPress();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

/** The shortcut as it is shown. */
export const paletteKey: string = navigator.userAgent.includes("Mac OS") ? "⌘K" : "Ctrl K";
