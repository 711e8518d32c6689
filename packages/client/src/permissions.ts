import type { PendingRequest, Schemas } from "./schemas.ts";

type Permissions = Schemas["Permissions"];
type Entry = Permissions[string];
type Rules = Exclude<Entry, string>;

/** The parts of a request that a rule is about. */
export type AskedCall = Pick<PendingRequest, "tool" | "arguments" | "subject">;

/** What allowing a call for good changes, or why it cannot be done. */
export type AllowRule =
  | {
      readonly type: "rule";
      /** The entry of the tool with the rule. */
      readonly entry: Entry;
      /** All permissions, with this entry. */
      readonly permissions: Permissions;
      /** Sentences that say what runs without asking. */
      readonly allows: string;
    }
  | { readonly type: "refused"; readonly reason: string };

interface Matched {
  readonly argument: string;
  readonly noun: "command" | "path";
  /** What an allowed call may do besides. */
  readonly besides: string;
  readonly stars: string;
}

const ONE = "? stands for one character.";
const PATH = {
  argument: "path",
  noun: "path",
  besides: ", with any content",
  stars: "* stands for any text, slashes included, and ? for one character.",
} as const;

/** What patterns match of the calls of built-in tools. They may match anything of other tools, whose rules have no pattern. */
const MATCHED: Readonly<Record<string, Matched>> = {
  bash: {
    argument: "command",
    noun: "command",
    besides: ", in any directory, also in the background",
    stars: "* stands for any text, also for further commands, and ? for one character.",
  },
  read: { ...PATH, besides: "" },
  write: PATH,
  edit: PATH,
};

const ROOT = "/workspace";
const MAX_CHARACTERS = 1024;
const TOO_LONG = "The pattern is longer than 1,024 characters. Shorten it with *.";
const ALLOWED =
  "The config already allows this call, so a rule would change nothing. The tool or a policy of the service can ask too.";
const DENIED = "The config now denies this call.";
const MISSED = "The pattern does not match this call.";
const PATTERNED = "The config has patterns for this tool. Change them there.";

const matchedOf = (tool: string) => (Object.hasOwn(MATCHED, tool) ? MATCHED[tool] : undefined);

/** An absolute path without `.` and `..`. */
function resolved(path: string, directory: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The forms of the command or path of a call. A pattern has to match one of them. */
function formsOf({ tool, arguments: written, subject }: AskedCall): readonly string[] {
  const matched = matchedOf(tool);
  if (matched === undefined) return [];
  const args = JSON.parse(written) as Readonly<Record<string, unknown>>;
  const text = String(args[matched.argument]);
  if (matched.noun === "command") return [text];
  const path = resolved(text, subject?.working_directory ?? ROOT);
  if (path === ROOT) return [path, "."];
  return path.startsWith(`${ROOT}/`) ? [path, path.slice(ROOT.length + 1)] : [path];
}

/** Whether a pattern matches a text, as in the permissions of the service. */
function matches(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let retry = 0;
  while (at < text.length) {
    if (pattern[from] === "*") {
      star = from;
      retry = at;
      from += 1;
    } else if (from < pattern.length && (pattern[from] === "?" || pattern[from] === text[at])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      from = star + 1;
      retry += 1;
      at = retry;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(from));
}

const isExact = (pattern: string) => !/[*?]/.test(pattern);

/** Whether a pattern matches nothing that another does not. False if the texts do not show it. */
const isWithin = (pattern: string, other: string) => !other.includes("?") && matches(other, pattern);

/** The entry of a tool, else the longest one with a trailing `*` that matches its name. */
function entryOf(permissions: Permissions, tool: string): Entry {
  const prefixes = Array.from(
    { length: tool.length + 1 },
    (_, cut) => `${tool.slice(0, tool.length - cut)}*`,
  );
  const key = [tool, ...prefixes].find((each) => Object.hasOwn(permissions, each));
  return (key === undefined ? undefined : permissions[key]) ?? "allow";
}

/** The rules with one that allows the pattern, directly after the rule that asks about the call; or why not. */
function withPattern(rules: Rules, forms: readonly string[], pattern: string): Rules | string {
  const isMatch = (each: string) => forms.some((form) => matches(each, form));
  const at = rules.findLastIndex((rule) => isMatch(rule.pattern));
  const asking = rules[at];
  if (asking === undefined || asking.action === "allow") return ALLOWED;
  if (asking.action === "deny") return DENIED;
  if (!isMatch(pattern)) return MISSED;
  const denying = rules.slice(0, at).find(({ action }) => action === "deny");
  if (denying !== undefined && !isExact(pattern) && !isWithin(pattern, asking.pattern))
    return `The pattern may match what the rule ${denying.pattern} denies. It has to lie within the rule that asks: ${asking.pattern}`;
  return rules.toSpliced(at + 1, 0, { pattern, action: "allow" });
}

function withRule(entry: Entry, forms: readonly string[], pattern: string | null): { entry: Entry } | string {
  if (entry === "allow") return ALLOWED;
  if (entry === "deny") return DENIED;
  if (pattern === null) return entry === "ask" ? { entry: "allow" } : PATTERNED;
  const rules = withPattern(entry === "ask" ? [{ pattern: "*", action: "ask" }] : entry, forms, pattern);
  return typeof rules === "string" ? rules : { entry: rules };
}

function allowsText(tool: string, pattern: string | null): string {
  const where = "This holds in all sessions of the workspace.";
  const matched = matchedOf(tool);
  if (matched === undefined || pattern === null)
    return `The config allows every call of ${tool}, whatever its arguments are. A tool that always asks still does. ${where}`;
  const { noun, besides, stars } = matched;
  return isExact(pattern)
    ? `A call of ${tool} runs without asking if its ${noun} is exactly this${besides}. ${where}`
    : `A call of ${tool} runs without asking if its ${noun} matches${besides}. ${pattern.includes("*") ? stars : ONE} ${where}`;
}

/**
 * The narrowest pattern that matches a call: its command or path, with `?` for each `*`. So it also matches texts with another character
 * there. Null for tools whose rules have no pattern here.
 */
export function proposedPattern(call: AskedCall): string | null {
  return formsOf(call).at(-1)?.replaceAll("*", "?") ?? null;
}

/**
 * The permissions with a rule that allows a call which they ask about, and others that the pattern matches; null: all calls of the tool.
 * Calls that are denied stay denied.
 */
export function allowRule(permissions: Permissions, call: AskedCall, pattern: string | null): AllowRule {
  if (pattern !== null && pattern.length > MAX_CHARACTERS) return { type: "refused", reason: TOO_LONG };
  const { tool } = call;
  const found = withRule(entryOf(permissions, tool), formsOf(call), pattern);
  return typeof found === "string"
    ? { type: "refused", reason: found }
    : {
        type: "rule",
        ...found,
        permissions: { ...permissions, [tool]: found.entry },
        allows: allowsText(tool, pattern),
      };
}
