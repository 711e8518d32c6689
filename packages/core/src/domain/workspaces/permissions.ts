import type { ConfigInput } from "./config.ts";

const ROOT = "/workspace";

export type Permission = "allow" | "ask" | "deny";

type Permissions = ConfigInput["permissions"];
type Rule = Permissions[string];

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** `*` stands for any run of characters and `?` for one; all else is literal. Never slower than the product of the two lengths. */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let retry = 0;
  while (at < text.length) {
    if (
      from < pattern.length &&
      pattern[from] !== "*" &&
      (pattern[from] === "?" || pattern[from] === text[at])
    ) {
      at += 1;
      from += 1;
    } else if (pattern[from] === "*") {
      star = from;
      retry = at;
      from += 1;
    } else if (star >= 0) {
      from = star + 1;
      retry += 1;
      at = retry;
    } else return false;
  }
  while (pattern[from] === "*") from += 1;
  return from === pattern.length;
}

/** What the patterns of a permission are matched against. */
export interface Subjects {
  /** The forms of what the call is about: the command, or the path as `pathForms` gives it. One that matches is enough. */
  readonly names: readonly string[];
  /** What a call also touches. A rule that allows is not looked up by these, so that a call cannot bring its own permission along. */
  readonly details?: readonly string[];
}

/** Whether a call is about the same in two directories. */
export function areSame(one: Subjects, other: Subjects): boolean {
  const all = ({ names, details = [] }: Subjects) => JSON.stringify([names, details]);
  return all(one) === all(other);
}

/** An absolute, resolved path and, below `/workspace`, the same from there. */
export function pathForms(path: string): string[] {
  if (path === ROOT) return [path, "."];
  return path.startsWith(`${ROOT}/`) ? [path, path.slice(ROOT.length + 1)] : [path];
}

/** The forms of a folder that is searched: with a slash at their ends too, so that `secrets/*` holds for `secrets`. */
export function folderForms(path: string): string[] {
  return pathForms(path).flatMap((form) => [form, form.endsWith("/") ? form : `${form}/`]);
}

/** The longest of the entries that end with `*` and begin as a name does. */
function generalRuleOf(permissions: Permissions, name: string): Rule | undefined {
  for (let length = name.length; length >= 0; length--) {
    const key = `${name.slice(0, length)}*`;
    if (Object.hasOwn(permissions, key)) return permissions[key];
  }
  return undefined;
}

/** A tool's own entry, else the longest of those that end with `*` and begin as the tool does. */
function ruleOf(permissions: Permissions, tool: string): Rule | undefined {
  return Object.hasOwn(permissions, tool) ? permissions[tool] : generalRuleOf(permissions, tool);
}

/** Whether no call of the tool can ever be allowed. */
export function isDenied(permissions: Permissions, tool: string): boolean {
  return ruleOf(permissions, tool) === "deny";
}

/** What a workspace's config says of a call. A tool's own entry counts before one such as `mcp__docs__*` and that before `*`; of its patterns the last that matches. */
export function permissionOf(
  permissions: Permissions,
  tool: string,
  { names, details = [] }: Subjects,
): Permission {
  const rule = ruleOf(permissions, tool);
  if (rule === undefined) return "allow";
  if (typeof rule === "string") return rule;
  const matching = rule.findLast(({ pattern, action }) =>
    (action === "allow" ? names : [...names, ...details]).some((form) => matchesPattern(pattern, form)),
  );
  return matching?.action ?? "allow";
}

const strictestOf = (rule: Rule) =>
  typeof rule === "string" ? STRICTNESS[rule] : Math.max(0, ...rule.map(({ action }) => STRICTNESS[action]));

/**
 * Whether a rule allows no call that another does not. Of two lists of patterns, one may only add rules to the other, each at least as
 * strict as the kept ones before it: the last that matches counts.
 */
function isRuleNoWider(rule: Rule = "allow", before: Rule = "allow"): boolean {
  if (typeof rule === "string") return STRICTNESS[rule] >= strictestOf(before);
  // A call that is about nothing matches no pattern, and is allowed.
  if (typeof before === "string") return before === "allow";
  let kept = 0;
  let strictest = 0;
  for (const { pattern, action } of rule) {
    const next = before[kept];
    if (next?.pattern === pattern && next.action === action) {
      kept += 1;
      strictest = Math.max(strictest, STRICTNESS[action]);
    } else if (STRICTNESS[action] < strictest) return false;
  }
  return kept === before.length;
}

/** Whether permissions allow no call that others do not; false also where that cannot be told from their rules. */
export function isNoWider(permissions: Permissions, before: Permissions): boolean {
  const keys = [...new Set([...Object.keys(permissions), ...Object.keys(before)])];
  // Of the tools that no name stands for, those of each prefix have one rule on both sides; the empty prefix stands for all others.
  const prefixes = ["", ...keys.filter((key) => key.endsWith("*")).map((key) => key.slice(0, -1))];
  return (
    keys.every((key) => isRuleNoWider(ruleOf(permissions, key), ruleOf(before, key))) &&
    prefixes.every((prefix) =>
      isRuleNoWider(generalRuleOf(permissions, prefix), generalRuleOf(before, prefix)),
    )
  );
}
