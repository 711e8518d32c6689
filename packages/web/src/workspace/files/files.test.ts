import type { DirectoryListing } from "@workspace-agent/client";
import { describe, expect, it } from "vitest";
import { follow, syncAction, writeFor, type FileDraft } from "./draft.ts";
import { copyOf, foldersAbove, pathProblem } from "./paths.ts";
import { keyOf, treeRows, treeStep, type Folder } from "./tree.ts";

const listing = (names: readonly string[]): Folder => ({
  state: "loaded",
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
const VOLUMES = ["own", "shared"] as const;

describe("the tree", () => {
  const folders = new Map([
    ["own:", listing(["b10.txt", "b2.txt", "src/"])],
    ["own:src", listing(["main.ts"])],
  ]);

  it("lists folders first, and sorts numbers in names", () => {
    const rows = treeRows(VOLUMES, folders, new Set(["own:"]));
    expect(rows.map(({ name, level }) => [name, level])).toEqual([
      ["/workspace", 1],
      ["src", 2],
      ["b2.txt", 2],
      ["b10.txt", 2],
      ["/mnt/afs", 1],
    ]);
  });

  it("shows the entries of open folders, or that they are loading", () => {
    const open = treeRows(VOLUMES, folders, new Set(["own:", "own:src", "shared:"]));
    expect(open.map(({ path, kind }) => [path, kind])).toEqual([
      ["", "folder"],
      ["src", "folder"],
      ["src/main.ts", "file"],
      ["b2.txt", "file"],
      ["b10.txt", "file"],
      ["", "folder"],
      ["", "message"],
    ]);
  });

  it("is navigated with the arrow keys, which open and close folders", () => {
    const rows = treeRows(VOLUMES, folders, new Set(["own:", "own:src"]));
    expect(treeStep("ArrowDown", rows, 0)).toEqual({ do: "go", to: 1 });
    expect(treeStep("ArrowRight", rows, 1)).toEqual({ do: "go", to: 2 });
    expect(treeStep("ArrowLeft", rows, 2)).toEqual({ do: "go", to: 1 });
    expect(treeStep("ArrowLeft", rows, 1)).toMatchObject({ do: "close", row: { path: "src" } });
    expect(treeStep("ArrowRight", rows, 5)).toMatchObject({ do: "open", row: { source: "shared" } });
    expect(treeStep("End", rows, 0)).toEqual({ do: "go", to: 5 });
    expect(treeStep("x", rows, 0)).toBeNull();
  });

  it("lists names of a snapshot that are not UTF-8, which cannot be opened", () => {
    const source = { snapshot: "snp_1" };
    const key = keyOf(source, "");
    const same = listing(["caf\ufffd.txt", "caf\ufffd.txt", "d\ufffd/", "notes.md"]);
    const rows = treeRows([source], new Map([[key, same]]), new Set([key]));
    expect(rows.map(({ name, kind, size }) => [name, kind, size])).toEqual([
      ["/workspace", "folder", null],
      ["d\ufffd", "unreadable", null],
      ["caf\ufffd.txt", "unreadable", null],
      ["caf\ufffd.txt", "unreadable", null],
      ["notes.md", "file", 1],
    ]);
    expect(new Set(rows.map(({ key: each }) => each)).size).toBe(rows.length);
    expect(treeStep("ArrowDown", rows, 1)).toEqual({ do: "go", to: 2 });
    expect(treeStep("Enter", rows, 1)).toBeNull();
    expect(treeStep("Enter", rows, 4)).toMatchObject({ do: "select", row: { path: "notes.md" } });
  });

  it("holds ten thousand entries", () => {
    const many = new Map([["own:", listing(Array.from({ length: 10_000 }, (_, index) => `f${index}`))]]);
    expect(treeRows(VOLUMES, many, new Set(["own:"]))).toHaveLength(10_002);
  });
});

describe("a draft of a file that was changed", () => {
  const clean: FileDraft = { text: "a", base: { text: "a", etag: '"1"' } };
  const edited: FileDraft = { ...clean, text: "b" };

  it("follows the file until it is edited", () => {
    expect(syncAction(clean, '"1"')).toBe("none");
    expect(syncAction(clean, undefined)).toBe("none");
    expect(syncAction(clean, '"2"')).toBe("reload");
    expect(syncAction(edited, '"2"')).toBe("warn");
    expect(syncAction(edited, null)).toBe("warn");
  });

  it("follows the file, unless it has other edits", () => {
    const latest = { text: "b", etag: '"2"' };
    expect(follow(clean, latest)).toEqual({ text: "b", base: latest });
    expect(follow(edited, latest)).toEqual({ text: "b", base: latest });
    expect(follow(edited, { text: "c", etag: '"2"' })).toBe(edited);
  });

  it("replaces only the version that the user has seen", () => {
    const theirs = { text: "c", etag: '"2"' };
    expect(writeFor("mine", edited, theirs)).toEqual({ text: "b", ifMatch: '"2"', isCopy: false });
    expect(writeFor("mine", edited, null)).toEqual({ text: "b", ifMatch: null, isCopy: false });
    expect(writeFor("copy", edited, theirs)).toEqual({ text: "b", ifMatch: null, isCopy: true });
    expect(writeFor("theirs", edited, theirs)).toBeNull();
  });
});

describe("paths", () => {
  it("have unique names for copies", () => {
    expect(copyOf("src/a.test.ts", 1)).toBe("src/a.test (copy).ts");
    expect(copyOf(".env", 2)).toBe(".env (copy 2)");
  });

  it("have parent folders", () => expect(foldersAbove("a/b/c.txt")).toEqual(["", "a", "a/b"]));

  it.each(["", "/etc", "a//b", "../x", "a/./b"])("are invalid: %j", (path) =>
    expect(pathProblem(path)).not.toBeNull(),
  );
});
