import { useEffect } from "react";

/** Ctrl+K, or ⌘+K on a Mac, wherever the focus is. */
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

/** The key as the machine's people call it. */
export const paletteKey: string = navigator.userAgent.includes("Mac OS") ? "⌘K" : "Ctrl K";
