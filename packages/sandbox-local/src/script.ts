import type { CommandOptions } from "@workspace-agent/core/ports";
import { CLOSE_INHERITED, exported } from "@workspace-agent/sandbox-process";

/**
 * Standard input arrives by a socket, which no program can open as /dev/stdin: `cat` copies it into a pipe. Two forks keep it out of
 * the jobs that a `wait` waits for.
 */
const INPUT = "exec < <(/bin/cat <&0 &); ";

type ScriptedCommand = Pick<CommandOptions, "command" | "env" | "stdin" | "pty">;

/**
 * The script for bash: a preparation, and on the same line the command, so that its lines keep their numbers. The variables are set only
 * here: `BASH_ENV` or `LD_PRELOAD` must not run anything before the descriptors are closed.
 */
export function toScript({ command, env, stdin, pty }: ScriptedCommand, limits = ":"): string {
  const input = stdin === undefined || pty !== undefined ? "" : INPUT;
  return `${limits}; ${CLOSE_INHERITED}; ${input}${exported(env)}${command}\n`;
}
