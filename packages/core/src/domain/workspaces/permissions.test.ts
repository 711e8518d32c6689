import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderForms, matchesPattern, pathForms, permissionOf } from "./permissions.ts";

describe("permissions", () => {
  it("allow what nothing is said of", () => {
    expect(permissionOf({}, "bash", { names: ["ls"] })).toBe("allow");
    expect(
      permissionOf({ bash: [{ pattern: "git push*", action: "deny" }] }, "bash", { names: ["ls"] }),
    ).toBe("allow");
  });

  it("follow the last pattern that matches", () => {
    const rules = {
      bash: [
        { pattern: "git *", action: "deny" as const },
        { pattern: "git status*", action: "allow" as const },
      ],
    };
    expect(permissionOf(rules, "bash", { names: ["git push"] })).toBe("deny");
    expect(permissionOf(rules, "bash", { names: ["git status -s"] })).toBe("allow");
  });

  it("take a tool's own entry before that of all tools, and no inherited name for one", () => {
    expect(permissionOf({ "*": "deny", read: "allow" }, "read", { names: ["a"] })).toBe("allow");
    expect(permissionOf({ "*": "deny" }, "write", { names: ["a"] })).toBe("deny");
    expect(permissionOf({}, "constructor", { names: ["a"] })).toBe("allow");
  });

  it("take the longest entry that ends with a star for those that have no own", () => {
    const rules = { "*": "deny", "mcp__docs__*": "ask", "mcp__docs__get*": "allow" } as const;
    const of = (tool: string) => permissionOf(rules, tool, { names: ["{}"] });
    expect(of("mcp__docs__put")).toBe("ask");
    expect(of("mcp__docs__get_page")).toBe("allow");
    expect(of("mcp__other__put")).toBe("deny");
  });

  it("know a path by its absolute form and by the one below the workspace", () => {
    expect(pathForms("/workspace/a/b")).toEqual(["/workspace/a/b", "a/b"]);
    expect(pathForms("/workspace-evil/a")).toEqual(["/workspace-evil/a"]);
    expect(folderForms("/workspace")).toEqual(["/workspace", "/workspace/", ".", "./"]);
  });

  it("are refused by what a call also touches, and never given by it", () => {
    const rules = {
      grep: [
        { pattern: "*", action: "deny" as const },
        { pattern: "src/*", action: "allow" as const },
      ],
    };
    expect(permissionOf(rules, "grep", { names: ["secrets"], details: ["src/x"] })).toBe("deny");
    expect(permissionOf(rules, "grep", { names: ["src/", "src"], details: ["x"] })).toBe("allow");
    const denied = { glob: [{ pattern: "*.env", action: "deny" as const }] };
    expect(permissionOf(denied, "glob", { names: ["."], details: ["**/.env"] })).toBe("deny");
  });

  it("match like a regular expression made from the pattern", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, subject) => {
        const expression = pattern.replace(/[*?]/g, (mark) => (mark === "*" ? "[^]*" : "[^]"));
        expect(matchesPattern(pattern, subject)).toBe(new RegExp(`^${expression}$`).test(subject));
      }),
    );
  });
});
