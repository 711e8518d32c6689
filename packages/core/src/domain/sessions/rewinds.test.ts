import * as fc from "fast-check";
import { expect, it } from "vitest";
import { currentRanges, type RewindMark } from "./rewinds.ts";

/** The seqs that a session has, if each rewind sets them back to what they were. */
function model(rewinds: readonly RewindMark[], last: number): number[] {
  const views: number[][] = [[]];
  for (let seq = 1; seq <= last; seq++) {
    const mark = rewinds.find(({ at }) => at === seq);
    views.push(mark === undefined ? [...(views[seq - 1] ?? []), seq] : [...(views[mark.through] ?? [])]);
  }
  return views[last] ?? [];
}

it("a rewind sets a log back to what it was, also to before another rewind", () => {
  const marks = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 1_000 })), { maxLength: 8 })
    .map((pairs) => {
      const byAt = new Map(pairs.map(([at, through]) => [at, { at, through: through % at }]));
      return [...byAt.values()].sort((a, b) => a.at - b.at);
    });
  fc.assert(
    fc.property(marks, fc.integer({ min: 0, max: 40 }), fc.nat({ max: 40 }), (rewinds, last, after) => {
      const ranges = currentRanges(
        { rewinds: rewinds.filter(({ at }) => at <= last) },
        { after, through: last },
      );
      const seqs = ranges.flatMap((range) =>
        Array.from({ length: range.through - range.after }, (_, index) => range.after + 1 + index),
      );
      expect(seqs).toEqual(model(rewinds, last).filter((seq) => seq > after));
    }),
  );
});
