import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPattern, permissionOf } from "./permissions.ts";

describe("permissions", () => {
  it("allow what nothing is said of", () => {
    expect(permissionOf({}, "bash", "ls")).toBe("allow");
    expect(permissionOf({ bash: [{ pattern: "git push*", action: "deny" }] }, "bash", "ls")).toBe("allow");
  });

  it("follow the last pattern that matches", () => {
    const rules = {
      bash: [
        { pattern: "git *", action: "deny" as const },
        { pattern: "git status*", action: "allow" as const },
      ],
    };
    expect(permissionOf(rules, "bash", "git push")).toBe("deny");
    expect(permissionOf(rules, "bash", "git status -s")).toBe("allow");
  });

  it("take a tool's own entry before that of all tools, and no inherited name for one", () => {
    expect(permissionOf({ "*": "deny", read: "allow" }, "read", "a")).toBe("allow");
    expect(permissionOf({ "*": "deny" }, "write", "a")).toBe("deny");
    expect(permissionOf({}, "constructor", "a")).toBe("allow");
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
