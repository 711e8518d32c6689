import { useEffect } from "react";

/** What the palette searches at first. */
export type PaletteStart = "commands" | "files";

const STARTS: Readonly<Record<string, PaletteStart>> = { k: "commands", o: "files" };

const isMac = navigator.userAgent.includes("Mac OS");

/** Handles Ctrl+K and Ctrl+O, or ⌘K and ⌘O on a Mac. `onPress` returns whether it used the key, which is otherwise the browser's. */
export function usePaletteKey(onPress: (start: PaletteStart) => boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey === isMac || event.metaKey !== isMac) return;
      if (event.shiftKey || event.altKey || event.repeat) return;
      const start = STARTS[event.key.toLowerCase()];
      if (start !== undefined && onPress(start)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

/** The shortcuts as they are shown. */
export const paletteKey: string = isMac ? "⌘K" : "Ctrl K";
export const filesKey: string = isMac ? "⌘O" : "Ctrl O";
