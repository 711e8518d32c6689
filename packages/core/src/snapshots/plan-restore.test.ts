import { expect, it } from "vitest";
import { Coverage } from "./coverage.ts";
import { planRestore, type RestorePlan } from "./plan-restore.ts";
import type { TreeDirectory, TreeEntry } from "./tree.ts";

const directory = (mode: number, entries: Readonly<Record<string, TreeEntry>> = {}): TreeDirectory => ({
  type: "dir",
  mode,
  entries: new Map(Object.entries(entries)),
  node: null,
});
const file = (size: number): TreeEntry => ({
  type: "file",
  mode: 0o644,
  size,
  content: { chunks: [String(size)] },
  stamp: null,
});

function plan(current: TreeDirectory, target: TreeDirectory, leftOut?: TreeDirectory): Promise<RestorePlan> {
  const coverage = Coverage.unignored;
  return planRestore({
    current,
    hasLeftOut: (given) => given === leftOut,
    target,
    coverage,
    textOf: () => Promise.resolve(null),
  });
}

const shown = ({ phases }: RestorePlan) =>
  Object.entries(phases).flatMap(([phase, actions]) =>
    actions.map((action) => `${phase}: ${action.type} ${action.names.join("/")}`),
  );

it("a directory that its owner may not change is unlocked before its entries change, and locked after", async () => {
  const current = directory(0o755, { d: directory(0o555, { f: file(1), old: file(1) }) });
  const target = directory(0o755, { d: directory(0o555, { f: file(2) }) });
  expect(shown(await plan(current, target))).toEqual([
    "unlocked: directory d",
    "removals: remove d/old",
    "files: file d/f",
    "modes: mode d",
  ]);
});

it("directories are made before what they have, and get their modes last, the deepest first", async () => {
  const target = directory(0o755, { a: directory(0o500, { b: directory(0o700, { f: file(1) }) }) });
  const planned = await plan(directory(0o755), target);
  expect(shown(planned)).toEqual([
    "directories: directory a",
    "directories: directory a/b",
    "files: file a/b/f",
    "modes: mode a/b",
    "modes: mode a",
  ]);
  expect(planned.restored.paths).toEqual(["a", "a/b", "a/b/f"]);
});

it("a directory in which something was left out stays", async () => {
  const left = directory(0o755, { f: file(1) });
  const planned = await plan(directory(0o755, { a: left, b: directory(0o755) }), directory(0o755), left);
  expect(shown(planned)).toEqual(["removals: remove a/f", "emptied: remove-directory b"]);
});

it("a directory that stays is locked again if its owner may not change it", async () => {
  const left = directory(0o555, { f: file(1) });
  const planned = await plan(directory(0o755, { a: left }), directory(0o755), left);
  expect(shown(planned)).toEqual(["unlocked: directory a", "removals: remove a/f", "modes: mode a"]);
  expect(planned.phases.modes).toMatchObject([{ mode: 0o555 }]);
});

it.each([
  ["file", file(2)],
  ["link", { type: "symlink", target: "b" }],
] as const)(
  "a directory where the snapshot has a %s is removed with all that it has",
  async (type, entry) => {
    const inTheWay = directory(0o755, { f: file(1), d: directory(0o755, { g: file(1) }) });
    const planned = await plan(directory(0o755, { a: inTheWay }), directory(0o755, { a: entry }));
    expect(shown(planned)).toEqual([`files: ${type} a`]);
    expect(planned.removed.paths).toEqual(["a", "a/d", "a/d/g", "a/f"]);
    expect(planned.restored.paths).toEqual(["a"]);
  },
);
