/** A rewind in a log: from the event `at` on, the session is what it was after the event `through`. */
export interface RewindMark {
  readonly at: number;
  readonly through: number;
}

/** The seqs above `after`, up to `through`. */
export interface SeqRange {
  readonly after: number;
  readonly through: number;
}

interface Rewindable {
  readonly rewinds?: readonly RewindMark[];
}

/**
 * What of a log between two seqs is a part of the transcript as it was after the event `through`, in order. Without rewinds, it is all.
 * A rewind to before another one brings back what that one had hidden.
 */
export function currentRanges({ rewinds = [] }: Rewindable, { after, through }: SeqRange): SeqRange[] {
  const ranges: SeqRange[] = [];
  let end = through;
  for (const mark of rewinds.toReversed()) {
    if (mark.at > end) continue;
    if (mark.at < end) ranges.push({ after: mark.at, through: end });
    end = mark.through;
  }
  ranges.push({ after: 0, through: end });
  return ranges
    .map((range) => ({ after: Math.max(range.after, after), through: range.through }))
    .filter((range) => range.after < range.through)
    .reverse();
}
