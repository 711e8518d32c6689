import { describe, expect, test } from "vitest";
import { IgnoreRules } from "./ignore-rules.ts";

describe("ignore rules", () => {
  test("leave .git and node_modules out at any depth", () => {
    const ignored = [".git", "a/.git", "node_modules", "a/b/node_modules"];
    expect(ignored.filter((path) => !IgnoreRules.none.ignores(path, true))).toEqual([]);
    expect(IgnoreRules.none.ignores(".gitignore", false)).toBe(false);
    expect(IgnoreRules.none.with("", "!node_modules\n").ignores("node_modules", true)).toBe(true);
  });

  test("leave out what tools make again by themselves, at any depth and whatever a .gitignore says", () => {
    const { none } = IgnoreRules;
    for (const rules of [none, none.with("", "!*\n")]) {
      const caches = [
        "__pycache__",
        "a/__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        "b/.ruff_cache",
        ".gradle",
      ];
      expect(caches.filter((path) => !rules.ignores(path, true))).toEqual([]);
      const files = ["a.pyc", "src/b.pyo", ".DS_Store"];
      expect(files.filter((path) => !rules.ignores(path, false))).toEqual([]);
    }
    // Names that people give to what they write.
    const kept = ["target", "build", "dist", "out", "bin", "vendor", "coverage", "a.pyc/b", "pycache"];
    expect(kept.filter((path) => none.ignores(path, true))).toEqual([]);
    expect(none.ignores("__pycache__", false)).toBe(false);
    expect(none.ignores("pyc", false)).toBe(false);
  });

  test("of the nearest directory count most, and tell upper from lower case", () => {
    const rules = IgnoreRules.none.with("", "*.log\nbuild/\n/only-root\n").with("src", "!loud.log\n");
    expect(rules.ignores("src/a.log", false)).toBe(true);
    expect(rules.ignores("src/loud.log", false)).toBe(false);
    expect(rules.ignores("src/a.LOG", false)).toBe(false);
    expect(rules.ignores("src/build", true)).toBe(true);
    expect(rules.ignores("src/build", false)).toBe(false);
    expect(rules.ignores("src/only-root", false)).toBe(false);
  });

  test("that would take forever to match are left out", () => {
    const name = `${"a".repeat(250)}c`;
    const rules = IgnoreRules.none.with("", `${"*a".repeat(30)}b\n${name}\n`);
    const before = process.cpuUsage();
    expect(rules.ignores(name, false)).toBe(true);
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });

  test("are read as far as a person could have written them", () => {
    const lines = Array.from({ length: 1_001 }, (_, index) => `file-${index}`);
    const rules = IgnoreRules.none.with("", lines.join("\n"));
    expect(rules.ignores("file-999", false)).toBe(true);
    expect(rules.ignores("file-1000", false)).toBe(false);
    expect(IgnoreRules.none.with("", `${"#".repeat(65_535)}\n*`).ignores("f", false)).toBe(false);
  });
});
