import type { ConfigInput } from "./config.ts";

const ROOT = "/workspace";

export type Permission = "allow" | "ask" | "deny";

export type Permissions = ConfigInput["permissions"];
/** Several sets of rules, such as those of a config and of the host's policy. The strictest decides. */
export type PermissionLayers = readonly Permissions[];
type Rule = Permissions[string];

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Matches `*` with any characters and `?` with one; all others are literal. Takes at most the product of the two lengths. */
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

/** What the patterns of a permission match. */
export interface Subjects {
  /** The forms of the command or path. One match suffices. */
  readonly names: readonly string[];
  /** What a call touches besides. Only rules that ask or deny match these, so that a call cannot permit itself. */
  readonly details?: readonly string[];
}

/** Whether two subjects are equal. */
export function areSame(one: Subjects, other: Subjects): boolean {
  const all = ({ names, details = [] }: Subjects) => JSON.stringify([names, details]);
  return all(one) === all(other);
}

/** An absolute, resolved path. Below `/workspace` also the path relative to it. */
export function pathForms(path: string): string[] {
  if (path === ROOT) return [path, "."];
  return path.startsWith(`${ROOT}/`) ? [path, path.slice(ROOT.length + 1)] : [path];
}

/** The forms of a searched folder, also with a trailing slash, so that `secrets/*` matches `secrets`. */
export function folderForms(path: string): string[] {
  return pathForms(path).flatMap((form) => [form, form.endsWith("/") ? form : `${form}/`]);
}

/** The longest entry with a trailing `*` that matches a name. */
function generalRuleOf(permissions: Permissions, name: string): Rule | undefined {
  for (let length = name.length; length >= 0; length--) {
    const key = `${name.slice(0, length)}*`;
    if (Object.hasOwn(permissions, key)) return permissions[key];
  }
  return undefined;
}

/** The entry of a tool, else the longest one with a trailing `*` that matches it. */
function ruleOf(permissions: Permissions, tool: string): Rule | undefined {
  return Object.hasOwn(permissions, tool) ? permissions[tool] : generalRuleOf(permissions, tool);
}

/** Whether all calls of a tool are denied. */
export function isDenied(layers: PermissionLayers, tool: string): boolean {
  return layers.some((permissions) => ruleOf(permissions, tool) === "deny");
}

/** The strictest permission for a call. */
export function strictestPermission(layers: PermissionLayers, tool: string, subjects: Subjects): Permission {
  return layers
    .map((permissions) => permissionOf(permissions, tool, subjects))
    .reduce((strictest, next) => (STRICTNESS[next] > STRICTNESS[strictest] ? next : strictest), "allow");
}

/** The permission for a call. A tool's own entry overrides one such as `mcp__docs__*`, and that overrides `*`. The last matching pattern wins. */
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
 * Whether a rule allows no call that another does not. A list of patterns may only add rules to another list, each at least as strict as
 * the ones before it, because the last match wins.
 */
function isRuleNoWider(rule: Rule = "allow", before: Rule = "allow"): boolean {
  if (typeof rule === "string") return STRICTNESS[rule] >= strictestOf(before);
  // A call without subjects matches no pattern and is allowed.
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

/** Whether permissions allow no call that others do not. False if the rules do not show it. */
export function isNoWider(permissions: Permissions, before: Permissions): boolean {
  const keys = [...new Set([...Object.keys(permissions), ...Object.keys(before)])];
  // Tools without an entry of their own have one rule per prefix on both sides. The empty prefix covers all others.
  const prefixes = ["", ...keys.filter((key) => key.endsWith("*")).map((key) => key.slice(0, -1))];
  return (
    keys.every((key) => isRuleNoWider(ruleOf(permissions, key), ruleOf(before, key))) &&
    prefixes.every((prefix) =>
      isRuleNoWider(generalRuleOf(permissions, prefix), generalRuleOf(before, prefix)),
    )
  );
}
