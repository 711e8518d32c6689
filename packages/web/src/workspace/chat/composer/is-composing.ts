/** The key code of a key that an input method handles. */
const HANDLED = 229;

/** Whether a key belongs to an input method, as for Japanese. Safari ends the composition before the key that confirms it. */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells this in Safari
  return event.isComposing || event.keyCode === HANDLED;
}
