import type { ConfigInput } from "../workspaces/config.ts";

const ROOT = "/workspace";

export type Permission = "allow" | "ask" | "deny";

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

/** A tool's own entry, else the longest of those that end with `*` and begin as the tool does. */
function ruleOf(permissions: ConfigInput["permissions"], tool: string) {
  if (Object.hasOwn(permissions, tool)) return permissions[tool];
  const [longest] = Object.keys(permissions)
    .filter((key) => key.endsWith("*") && tool.startsWith(key.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : permissions[longest];
}

/** Whether no call of the tool can ever be allowed. */
export function isDenied(permissions: ConfigInput["permissions"], tool: string): boolean {
  return ruleOf(permissions, tool) === "deny";
}

/** What a workspace's config says of a call. A tool's own entry counts before one such as `mcp__docs__*` and that before `*`; of its patterns the last that matches. */
export function permissionOf(
  permissions: ConfigInput["permissions"],
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
