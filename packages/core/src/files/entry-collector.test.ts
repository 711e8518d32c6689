import { expect, test } from "vitest";
import type { ListOptions } from "../ports/volume.ts";
import { EntryCollector } from "./entry-collector.ts";

const entry = (name: string) => ({
  ...{ name, path: name, type: "file", size: 0, mtime: 0, executable: false, etag: "1" },
  type: "file" as const,
});

function collect(options: ListOptions, names: readonly (string | null)[], most?: number) {
  const collector = new EntryCollector(options, most);
  names.every((name) => collector.offer(name === null ? null : entry(name)));
  return [collector.entries.map(({ name }) => name), collector.truncated];
}

test("a search takes names that hold the text, whatever its case", () => {
  expect(collect({ search: "ReadMe" }, ["README.md", "read", "old-readme", null])).toEqual([
    ["README.md", "old-readme"],
    false,
  ]);
  expect(collect({ search: "ÄR" }, ["Bär", "bar"])).toEqual([["Bär"], false]);
});

test("the limit counts what was found, and one more tells that there are more", () => {
  expect(collect({ search: "a", limit: 1 }, ["a", "x", "y"])).toEqual([["a"], false]);
  expect(collect({ search: "a", limit: 1 }, ["a", "x", "ba"])).toEqual([["a"], true]);
  expect(collect({ limit: 0 }, ["a"])).toEqual([[], true]);
});

test("a search ends when it has looked at too many, found or not; a listing does not", () => {
  expect(collect({ search: "z" }, ["a", null, "z"], 2)).toEqual([[], true]);
  expect(collect({ search: "z" }, ["a", "z"], 2)).toEqual([["z"], false]);
  expect(collect({}, ["a", "b", "c"], 2)).toEqual([["a", "b", "c"], false]);
});
