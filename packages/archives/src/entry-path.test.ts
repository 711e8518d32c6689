import fc from "fast-check";
import { expect, test } from "vitest";
import { ArchiveError } from "./archive-error.ts";
import { entryPath } from "./entry-path.ts";

test.each([
  ["a/b", "a/b"],
  ["a/b/", "a/b"],
  ["./a", "a"],
  ["././a/", "a"],
  [".//a", "a"],
  ["./", null],
  [".", null],
  ["ü/日本", "ü/日本"],
  ["...", "..."],
  ["ab:c", "ab:c"],
])("the name %j stands for %j", (name, path) => {
  expect(entryPath(name)).toBe(path);
});

test.each([
  ...["", "/", "/a", "//a", "..", "../a", "a/..", "a/../b", "./../a", "a//b", "a/./b", "a//", "/./a"],
  ...["./C:/x", "C:", "C:/a", "c:a", "a\\b", "..\\a", "\\\\server\\share", "a\0b", "\ud800", "n".repeat(256)],
  "a/".repeat(2_100),
])("the name %j is refused", (name) => {
  expect(() => entryPath(name)).toThrow(ArchiveError);
  try {
    entryPath(name);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_path" });
    expect(error).toHaveProperty("detail", expect.stringMatching(/^The entry ".*" of the archive: /s));
  }
});

const pieces = fc.constantFrom("a", "b", ".", "..", "/", "\\", "\0", "C:", "ü", " ", "~", "\ud800", "");

test("no name leads out of where it is unpacked, whatever it is made of", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces).map((parts) => parts.join("")),
        fc.string({ unit: "binary" }),
      ),
      (name) => {
        let path: string | null;
        try {
          path = entryPath(name);
        } catch (error) {
          return ArchiveError.isInstance(error) && error.code === "invalid_path";
        }
        if (path === null) return true;
        const segments = path.split("/");
        const isPlain = segments.every((segment) => segment !== "" && segment !== "." && segment !== "..");
        return isPlain && segments.length > 0 && !/[\0\\]/.test(path) && entryPath(path) === path;
      },
    ),
    { numRuns: 2_000 },
  );
});
