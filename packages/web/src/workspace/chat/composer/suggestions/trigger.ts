/** The part of a message for which there are suggestions. */
export interface Trigger {
  /** `/` at the start of a message, or `@` at the start of a word. */
  readonly kind: "command" | "file";
  readonly query: string;
  readonly from: number;
  readonly to: number;
}

/** What is being written at a position of a message; null without a trigger. */
export function triggerAt(text: string, position: number): Trigger | null {
  const before = text.slice(0, position);
  const command = /^\/([^/\n]{0,60})$/.exec(before);
  if (command !== null) return { kind: "command", query: command[1] ?? "", from: 0, to: position };
  const file = /(?:^|\s)@([^\s@]{0,200})$/.exec(before);
  if (file === null) return null;
  const query = file[1] ?? "";
  return { kind: "file", query, from: position - query.length - 1, to: position };
}

/** A message with a text in place of what triggered the suggestion. */
export function replaceTrigger(text: string, { from, to }: Trigger, inserted: string): string {
  const after = text.slice(to);
  const gap = inserted === "" || /^\s/.test(after) ? "" : " ";
  return text.slice(0, from) + inserted + gap + (inserted === "" ? after.trimStart() : after);
}
