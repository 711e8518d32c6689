import type { InsideUser } from "./engine.ts";

/** What a container's processes of ours start with, to become the user inside. All but the first are given up at once. */
export const CAPABILITIES = ["SETPCAP", "SETUID", "SETGID"] as const;

/**
 * The words before a program that becomes the user inside. A `guard` (the keeper and the workers) keeps the right to give up rights, and
 * nothing else: who has none, as the commands of the same user, can neither trace it, nor read its memory and its environment, nor open
 * its descriptors (`ptrace(2)`, "access mode checking"), and it is known by that. A `command` has none and gets none.
 */
export function becoming({ uid, gid }: InsideUser, as: "guard" | "command"): readonly string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return ["setpriv", ...user, ...(as === "guard" ? sets("-all,+setpcap") : sets("-all")), "--"];
}

const sets = (rights: string) => [
  `--inh-caps=${rights}`,
  `--ambient-caps=${rights}`,
  `--bounding-set=${rights}`,
];

/** The words before a command that a guard starts. */
export const POWERLESS = ["setpriv", ...sets("-all"), "--"].join(" ");
