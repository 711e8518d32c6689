/** `isComposing`: the key belongs to an input method, as for Japanese. */
type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "isComposing">;

interface Field {
  readonly text: string;
  /** Enter of a keyboard on the screen starts a new line. */
  readonly isTouch: boolean;
}

/** What a key does in the composer; null for what it does in every text. */
export function composerKey(pressed: PressedKey, { text, isTouch }: Field): "send" | "recall" | null {
  const { key, ctrlKey, metaKey, shiftKey, altKey, isComposing } = pressed;
  if (isComposing || altKey) return null;
  if (key === "Enter") {
    if (ctrlKey || metaKey) return "send";
    return shiftKey || isTouch ? null : "send";
  }
  if (key === "ArrowUp" && text === "" && !(ctrlKey || metaKey || shiftKey)) return "recall";
  return null;
}
