/** Terminal escapes (ECMA-48): control sequences, control strings, and single escapes. Matching takes linear time. */
const ESCAPES = new RegExp(
  String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]`,
  "g",
);

/** Bidirectional controls, control characters except tab and line feed, and invisible characters. */
const HIDDEN = new RegExp(
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\u{e0000}-\u{e0fff}]`,
  "gu",
);

function named(character: string): string {
  return `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;
}

/** Replaces characters that reorder or hide text by their code points. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, named);
}

/** The final state of a line that a terminal overwrites after each carriage return. */
function lastWritten(line: string): string {
  return line.split("\r").findLast((state) => state !== "") ?? "";
}

/** Program output as a terminal shows it in the end, without escapes and overwritten text. */
export function settledOutput(text: string): string {
  const plain = text.replace(ESCAPES, "").replaceAll("\r\n", "\n");
  return plain.includes("\r") ? plain.split("\n").map(lastWritten).join("\n") : plain;
}
