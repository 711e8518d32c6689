import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import {
  baseName,
  checkVolumePath,
  isInside,
  joinPath,
  parentPath,
  pathSegments,
  VOLUME_PATH,
} from "./path.ts";

function verdict(path: string): string {
  try {
    return `ok: ${checkVolumePath(path)}`;
  } catch (error) {
    return DomainError.isInstance(error) ? error.code : "another error";
  }
}

const aName = fc
  .string({ unit: "binary", minLength: 1, maxLength: 60 })
  .filter((name) => !/[/\0]/.test(name) && name !== "." && name !== "..");
const aPath = fc.array(aName, { maxLength: 8 }).map((names) => names.join("/"));

describe("a volume path", () => {
  it.each([
    "",
    "a",
    "a/b.txt",
    "...",
    "..a/b..",
    ".git",
    " ",
    "ü/日本/🙂",
    "a\\b",
    "C:",
    "-rf",
    "a\nb",
    "%2e%2e",
  ])("may be %j", (path) => {
    expect(verdict(path)).toBe(`ok: ${path}`);
    // The root names no file.
    expect(VOLUME_PATH.test(path)).toBe(path !== "");
  });

  it.each(
    [
      ["/", "/abs", "//", "."],
      ["..", "./a", "a/./b", "a/..", "../a", "a/../b", "../../../etc/passwd"],
      ["a//b", "a//", "\0", "a\0b", "a/b\0"],
      ["\ud800", "a/\udc00b"],
    ].flat(),
  )("is refused as %j", (path) => {
    expect(verdict(path)).toBe("invalid_path");
    expect(VOLUME_PATH.test(path)).toBe(false);
  });

  it("may have names of 255 bytes and 4096 bytes in all", () => {
    expect(verdict("ü".repeat(127) + "n")).toMatch(/^ok/);
    const longest = `${"a/".repeat(2_047)}aa`;
    expect(verdict(longest)).toMatch(/^ok/);
    expect(verdict(`${longest}a`)).toBe("invalid_path");
    expect(verdict(`${"日本/".repeat(700)}a`)).toBe("invalid_path");
    expect(verdict("n".repeat(256))).toBe("invalid_path");
    expect(verdict(`a/${"ü".repeat(128)}/b`)).toBe("invalid_path");
  });

  it("loses one trailing slash and nothing else", () => {
    fc.assert(
      fc.property(aPath, (path) => {
        expect(checkVolumePath(path)).toBe(path);
        if (path !== "") expect(checkVolumePath(`${path}/`)).toBe(path);
      }),
    );
  });

  it("that passes never leads out of the root, however hostile the text", () => {
    const hostile = fc.array(fc.constantFrom("a", ".", "..", "/", "//", "\0", "", " ", "\ud83d"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        hostile.map((parts) => parts.join("")),
        (text) => {
          if (!verdict(text).startsWith("ok")) return;
          const resolved = decodeURIComponent(new URL(encodeURI(text), "file:///root/x/").pathname);
          expect(resolved.startsWith("/root/x/")).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test("a path is its parent and its name", () => {
  fc.assert(
    fc.property(aPath, (path) => {
      expect(joinPath(parentPath(path), baseName(path))).toBe(path);
      expect(pathSegments(path).join("/")).toBe(path);
      expect(baseName(path)).toBe(pathSegments(path).at(-1) ?? "");
    }),
  );
  expect([parentPath("a/b/c"), parentPath("a"), parentPath("")]).toEqual(["a/b", "", ""]);
});

test("inside means below, by whole names", () => {
  expect(isInside("a/b", "a")).toBe(true);
  expect(isInside("a", "")).toBe(true);
  expect(isInside("ab", "a")).toBe(false);
  expect(isInside("a", "a")).toBe(false);
  expect(isInside("", "")).toBe(false);
});
