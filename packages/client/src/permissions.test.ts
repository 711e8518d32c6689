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
  ])("is the command or the path, and none for tools that have neither: %j", (call, pattern) => {
    expect(proposedPattern(call)).toBe(pattern);
  });
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
    const already = "The config already allows this call, so a rule would change nothing.";
    for (const permissions of [
      {},
      { bash: "allow" },
      { bash: [ask("rm *")] },
      { bash: [ask("*"), allow("npm *")] },
    ])
      expect(after(permissions as Permissions, TEST)).toBe(already);
    const denied = "The config denies this call by now.";
    for (const permissions of [{ bash: "deny" }, { "*": "deny" }, { bash: [ask("*"), deny("npm *")] }])
      expect(after(permissions as Permissions, TEST)).toBe(denied);
  });

  it("is not written for another call than this", () => {
    for (const pattern of ["", "npm", "npm test ", "npm ?", "pnpm *"])
      expect(after({ bash: "ask" }, TEST, pattern)).toBe("The pattern does not match this call.");
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
      "A call of bash runs without asking if its command is exactly this, in any directory.",
    );
    expect(words(bash("rm *.log"))).toBe(
      "A call of bash runs without asking if its command matches, in any directory. * stands for any text, also for further commands, and ? for one character.",
    );
    expect(words(called("write", { path: "a.md" }), "*.md")).toBe(
      "A call of write runs without asking if its path matches, with any content. * stands for any text, slashes included, and ? for one character.",
    );
    expect(words(called("read", { path: "a.md" }))).toBe(
      "A call of read runs without asking if its path is exactly this.",
    );
    expect(words(search)).toBe(
      "Every call of mcp__docs__search runs without asking, whatever its arguments are.",
    );
  });
});
