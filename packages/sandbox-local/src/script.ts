import type { CommandOptions } from "@workspace-agent/core/ports";
import { CLOSE_INHERITED } from "@workspace-agent/sandbox-process";
import { scriptOf } from "./waiting-bash.ts";

/**
 * Standard input arrives by a socket, which no program can open as /dev/stdin: `cat` copies it into a pipe. Two forks keep it out of
 * the jobs that a `wait` waits for.
 */
const INPUT = "exec < <(/bin/cat <&0 &)";

type ScriptedCommand = Pick<CommandOptions, "command" | "env" | "stdin" | "pty" | "workingDirectory">;

/** The script for the bash that waits in a sandbox. */
export function toScript(
  { command, env, stdin, pty, workingDirectory = "/workspace" }: ScriptedCommand,
  limits = ":",
): string {
  const input = stdin === undefined || pty !== undefined ? "" : `; ${INPUT}`;
  const preparation = `${limits}; ${CLOSE_INHERITED}${input}`;
  return scriptOf({ command, directory: workingDirectory, env, preparation });
}
