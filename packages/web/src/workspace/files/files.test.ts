import type { DirectoryListing } from "@workspace-agent/client";
import { describe, expect, it } from "vitest";
import { afterLook, writeFor, type FileDraft } from "./draft.ts";
import { copyOf, foldersAbove, problemOfPath } from "./paths.ts";
import { treeRows, treeStep, type Folder } from "./tree.ts";

const listing = (names: readonly string[]): Folder => ({
  state: "there",
  listing: {
    path: "",
    truncated: false,
    entries: names.map((name) => ({
      name: name.replace("/", ""),
      path: name,
      type: name.endsWith("/") ? ("dir" as const) : ("file" as const),
      size: 1,
      mtime: "2026-01-01T00:00:00.000Z",
    })),
  } satisfies DirectoryListing,
});
const ROOTS = [
  { volume: "own", name: "/workspace" },
  { volume: "shared", name: "/mnt/afs" },
] as const;

describe("the tree", () => {
  const folders = new Map([
    ["own:", listing(["b10.txt", "b2.txt", "src/"])],
    ["own:src", listing(["main.ts"])],
  ]);

  it("has the folders first, and names as people sort them", () => {
    const rows = treeRows(ROOTS, folders, new Set(["own:"]));
    expect(rows.map(({ name, level }) => [name, level])).toEqual([
      ["/workspace", 1],
      ["src", 2],
      ["b2.txt", 2],
      ["b10.txt", 2],
      ["/mnt/afs", 1],
    ]);
  });

  it("shows what is in a folder only where it is open, and says while it is loaded", () => {
    const open = treeRows(ROOTS, folders, new Set(["own:", "own:src", "shared:"]));
    expect(open.map(({ path, kind }) => [path, kind])).toEqual([
      ["", "folder"],
      ["src", "folder"],
      ["src/main.ts", "file"],
      ["b2.txt", "file"],
      ["b10.txt", "file"],
      ["", "folder"],
      ["", "remark"],
    ]);
  });

  it("is walked with the arrows, which open and close folders", () => {
    const rows = treeRows(ROOTS, folders, new Set(["own:", "own:src"]));
    expect(treeStep("ArrowDown", rows, 0)).toEqual({ do: "go", to: 1 });
    expect(treeStep("ArrowRight", rows, 1)).toEqual({ do: "go", to: 2 });
    expect(treeStep("ArrowLeft", rows, 2)).toEqual({ do: "go", to: 1 });
    expect(treeStep("ArrowLeft", rows, 1)).toMatchObject({ do: "close", row: { path: "src" } });
    expect(treeStep("ArrowRight", rows, 5)).toMatchObject({ do: "open", row: { volume: "shared" } });
    expect(treeStep("End", rows, 0)).toEqual({ do: "go", to: 5 });
    expect(treeStep("x", rows, 0)).toBeNull();
  });

  it("holds ten thousand entries", () => {
    const many = new Map([["own:", listing(Array.from({ length: 10_000 }, (_, index) => `f${index}`))]]);
    expect(treeRows(ROOTS, many, new Set(["own:"]))).toHaveLength(10_002);
  });
});

describe("a draft of a file that somebody else changes", () => {
  const clean: FileDraft = { text: "a", base: { text: "a", etag: '"1"' } };
  const edited: FileDraft = { ...clean, text: "b" };

  it("follows the file while nobody has edited it, and is never touched once somebody has", () => {
    expect(afterLook(clean, '"1"')).toBe("nothing");
    expect(afterLook(clean, undefined)).toBe("nothing");
    expect(afterLook(clean, '"2"')).toBe("reload");
    expect(afterLook(edited, '"2"')).toBe("tell");
    expect(afterLook(edited, null)).toBe("tell");
  });

  it("is written only over the version that its author has seen", () => {
    const theirs = { text: "c", etag: '"2"' };
    expect(writeFor("mine", edited, theirs)).toEqual({ text: "b", ifMatch: '"2"', isCopy: false });
    expect(writeFor("mine", edited, null)).toEqual({ text: "b", ifMatch: null, isCopy: false });
    expect(writeFor("copy", edited, theirs)).toEqual({ text: "b", ifMatch: null, isCopy: true });
    expect(writeFor("theirs", edited, theirs)).toBeNull();
  });
});

describe("paths", () => {
  it("have copies with names of their own", () => {
    expect(copyOf("src/a.test.ts", 1)).toBe("src/a.test (copy).ts");
    expect(copyOf(".env", 2)).toBe(".env (copy 2)");
  });

  it("stand in folders", () => expect(foldersAbove("a/b/c.txt")).toEqual(["", "a", "a/b"]));

  it.each(["", "/etc", "a//b", "../x", "a/./b"])("are refused: %j", (path) =>
    expect(problemOfPath(path)).not.toBeNull(),
  );
});
