import type { ConfigInput } from "../workspaces/config.ts";

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

/** What a workspace's config says of a call. A tool's own entry counts before that of `*`; of its patterns the last that matches. */
export function permissionOf(
  permissions: ConfigInput["permissions"],
  tool: string,
  subject: string,
): Permission {
  const rule = Object.hasOwn(permissions, tool) ? permissions[tool] : permissions["*"];
  if (rule === undefined) return "allow";
  if (typeof rule === "string") return rule;
  return rule.findLast(({ pattern }) => matchesPattern(pattern, subject))?.action ?? "allow";
}
