import type { InsideUser } from "./engine.ts";

/** The capabilities with which our own processes of a container start, to become the user inside. They give up all but the first at once. */
export const CAPABILITIES = ["SETPCAP", "SETUID", "SETGID"] as const;

/**
 * The words before a program that becomes the user inside. A `guard` (keeper, worker) keeps CAP_SETPCAP only: commands of the same user, which
 * have no capability, can neither trace it, nor read its memory and environment, nor open its descriptors (`ptrace(2)`, "access mode
 * checking"). A `command` has no capability and can get none.
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
