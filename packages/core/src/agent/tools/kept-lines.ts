/** Above this many comparisons, all lines in the middle count as new. */
const MAX_COMPARISONS = 250_000;

/** For each line after an edit, the index of the unchanged line before it, or -1 if the line is new. */
export function keptLines(before: readonly string[], after: readonly string[]): readonly number[] {
  const kept = new Array<number>(after.length).fill(-1);
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) {
    kept[head] = head;
    head += 1;
  }
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) {
    kept[after.length - 1 - tail] = before.length - 1 - tail;
    tail += 1;
  }
  keepMiddle(before, after, { head, tail, kept });
  return kept;
}

/** Finds the longest common subsequence of the lines between the equal start and end. */
function keepMiddle(
  before: readonly string[],
  after: readonly string[],
  { head, tail, kept }: { readonly head: number; readonly tail: number; readonly kept: number[] },
): void {
  const rows = before.length - head - tail;
  const columns = after.length - head - tail;
  if (rows === 0 || columns === 0 || rows * columns > MAX_COMPARISONS) return;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const isSame = (row: number, column: number) => before[head + row] === after[head + column];
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (isSame(row, column)) {
      kept[head + column] = head + row;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}
