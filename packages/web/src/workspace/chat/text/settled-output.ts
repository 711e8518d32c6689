import type { ToolResultPart } from "../log/row.ts";

/** Terminal escapes (ECMA-48): control sequences, control strings, and single escapes. Matching takes linear time. */
const ESCAPES = new RegExp(
  String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]`,
  "g",
);

type TextStyle = NonNullable<ToolResultPart["styles"]>[number];

/** The output of a program, and how a terminal shows it from each position on. */
export interface StyledOutput {
  readonly text: string;
  readonly styles: readonly TextStyle[];
}

type Range = readonly [from: number, to: number];

/** The ranges of an output that stay. A style in what is removed applies to what follows. */
function keep({ text, styles }: StyledOutput, ranges: readonly Range[]): StyledOutput {
  const moved: TextStyle[] = [];
  let [index, before] = [0, 0];
  for (const { at, sgr } of styles) {
    for (let range = ranges[index]; range !== undefined && range[1] <= at; range = ranges[++index])
      before += range[1] - range[0];
    moved.push({ at: before + Math.max(0, at - (ranges[index]?.[0] ?? at)), sgr });
  }
  const kept = styles.length === 0 ? styles : moved;
  return { text: ranges.map(([from, to]) => text.slice(from, to)).join(""), styles: kept };
}

function besideEscapes(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (const { 0: escape, index } of text.matchAll(ESCAPES)) {
    ranges.push([from, index]);
    from = index + escape.length;
  }
  return [...ranges, [from, text.length]];
}

/** The final states of lines that a terminal overwrites after each carriage return. */
function lastWritten(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    let length = line.length;
    while (line[length - 1] === "\r") length -= 1;
    const last = length === 0 ? 0 : line.lastIndexOf("\r", length - 1) + 1;
    ranges.push([start + last, start + length], [end, Math.min(end + 1, text.length)]);
    start = end + 1;
  }
  return ranges;
}

/** Output as a terminal shows it in the end, without escapes and overwritten text. */
export function settled(output: StyledOutput): StyledOutput {
  const plain = keep(output, besideEscapes(output.text));
  return plain.text.includes("\r") ? keep(plain, lastWritten(plain.text)) : plain;
}

export function settledOutput(text: string): string {
  return settled({ text, styles: [] }).text;
}
