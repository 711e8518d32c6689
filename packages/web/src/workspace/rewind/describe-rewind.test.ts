import { describe, expect, it } from "vitest";
import { fileChanges, rewoundParts } from "./describe-rewind.ts";

const NOTHING = {
  restored: [],
  removed: [],
  conflicts: [],
  counts: { restored: 0, removed: 0, conflicts: 0, ignored: 0 },
  through_seq: null,
};

const counts = (restored: number, removed: number, conflicts = 0) => ({
  restored,
  removed,
  conflicts,
  ignored: 0,
});

describe("what a rewind changes", () => {
  it("is named on its button", () => {
    const both = {
      ...NOTHING,
      restored: ["a.ts", "b.ts"],
      removed: ["c.ts"],
      counts: counts(2, 1),
      through_seq: 4,
    };
    expect(rewoundParts("both", both)).toEqual(["3 files", "the conversation"]);
    expect(rewoundParts("files", { ...both, through_seq: null })).toEqual(["3 files"]);
    expect(rewoundParts("transcript", { ...NOTHING, through_seq: 4 })).toEqual(["the conversation"]);
    expect(rewoundParts("both", NOTHING)).toEqual([]);
  });

  it("does not count the folders of files", () => {
    const removed = { ...NOTHING, removed: ["src", "src/lib", "src/lib/a.ts"], counts: counts(0, 3) };
    expect(fileChanges(removed).removed).toEqual({ count: 1, shown: ["src/lib/a.ts"] });
    expect(rewoundParts("files", removed)).toEqual(["1 file"]);
  });

  it("counts folders too where not all paths are known", () => {
    const removed = { ...NOTHING, removed: ["src", "src/a.ts"], counts: counts(0, 1_200) };
    expect(fileChanges(removed).removed.count).toBe(1_200);
    expect(rewoundParts("files", removed)).toEqual(["1,200 files and folders"]);
  });

  it("shows at most 100 paths, first those that others have changed", () => {
    const paths = Array.from({ length: 150 }, (_, index) => `file-${String(index).padStart(3, "0")}`);
    const { restored } = fileChanges({
      ...NOTHING,
      restored: paths,
      conflicts: ["file-140"],
      counts: counts(150, 0, 1),
    });
    expect(restored.count).toBe(150);
    expect(restored.shown).toHaveLength(100);
    expect(restored.shown.slice(0, 2)).toEqual(["file-140", "file-000"]);
  });
});
