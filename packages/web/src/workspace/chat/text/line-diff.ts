export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond so many comparisons the middle is told as replaced. */
const MAX_CELLS = 1_000_000;

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The longest run of lines that both have: its length from each pair of places on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[row] === after[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  return lengths;
}

function* middle(before: readonly string[], after: readonly string[]): Generator<DiffLine> {
  const width = after.length + 1;
  const isHuge = (before.length + 1) * width > MAX_CELLS;
  const lengths = isHuge ? new Uint32Array(0) : commonLengths(before, after);
  let row = 0;
  let column = 0;
  while (!isHuge && row < before.length && column < after.length) {
    const removed = before[row] ?? "";
    const added = after[column] ?? "";
    if (removed === added) {
      yield { kind: "same", text: removed };
      row += 1;
      column += 1;
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) {
      yield { kind: "removed", text: removed };
      row += 1;
    } else {
      yield { kind: "added", text: added };
      column += 1;
    }
  }
  for (const text of before.slice(row)) yield { kind: "removed", text };
  for (const text of after.slice(column)) yield { kind: "added", text };
}

/** How one text became another, line by line; what they begin and end with alike is compared once. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...old.slice(0, head).map(same),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ];
}
