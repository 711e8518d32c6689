import type { CommandOptions } from "@workspace-agent/core/ports";

/** Closes what the service itself may have inherited and passed on unknowingly. */
export const closingAllBut = (descriptors: readonly number[]) =>
  `for __fd in /proc/self/fd/*; do __fd="\${__fd##*/}"; case "$__fd" in ${descriptors.join("|")}) ;; *) eval "exec $__fd>&-";; esac; done; unset __fd`;

/** 255 is where bash reads its script. */
export const CLOSE = closingAllBut([0, 1, 2, 255]);

/**
 * What is given as standard input comes by a socket, which no program can open by the name /dev/stdin. It is forked twice, so
 * that a `wait` for all does not wait for it.
 */
const INPUT = "exec < <(/bin/cat <&0 &); ";

type ScriptedCommand = Pick<CommandOptions, "command" | "env" | "stdin" | "pty">;

/** One word for bash on one line, so that what follows it keeps its line number. */
export const quote = (value: string) =>
  `'${value.replaceAll("'", () => `'\\''`).replaceAll("\n", () => `'$'\\n''`)}'`;

/** Sets variables, also those that bash lets nobody set: these stay as they are. */
export function exported(env: Readonly<Record<string, string>>): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}; `);
  return exports.length === 0 ? "" : `{ ${exports.join("")}} 2>/dev/null; `;
}

/**
 * What bash is given to read: a preparation, and the command from the same line on, so that its lines keep their numbers. The
 * variables are set only here: `BASH_ENV` or `LD_PRELOAD` must not run anything before the descriptors are closed.
 */
export function toScript({ command, env = {}, stdin, pty }: ScriptedCommand, limits = ":"): string {
  const input = stdin === undefined || pty !== undefined ? "" : INPUT;
  return `${limits}; ${CLOSE}; ${input}${exported(env)}${command}\n`;
}
