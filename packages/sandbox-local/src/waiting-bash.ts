import { exported, quote } from "@workspace-agent/sandbox-process";
import { readFramed } from "./launcher.ts";

/** The script of a bash that waits: it reads its own script, `framed`, from one descriptor, reports that on another, and runs it. */
export const waitingFor = (scriptFd: number, begunFd: number) =>
  `LC_ALL=C; ${readFramed(scriptFd)} && { echo >&${begunFd}; exec ${begunFd}>&-; eval "$__line"; }`;

interface WaitedCommand {
  readonly command: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>> | undefined;
  /** What runs before the command. */
  readonly preparation: string;
}

/**
 * Gives the waiting bash the state of a bash that was just started in this directory and with this environment. The variables are set only
 * here: `BASH_ENV` or `LD_PRELOAD` must not run anything before. The command is parsed in its locale.
 */
export function scriptOf({ command, directory, env, preparation }: WaitedCommand): string {
  const reset = "unset LC_ALL OLDPWD BASH_EXECUTION_STRING __line __size; export OLDPWD; SECONDS=0";
  // A relative path is one from the root; `-` alone would be another directory.
  const path = directory.startsWith("/") ? directory : `/${directory}`;
  // `$_` is the last argument of the previous command: as in a new bash, bash itself.
  return `cd -- ${quote(path)} || exit 1; ${reset}; ${preparation}; ${exported(env)}: /bin/bash; eval ${quote(command)}`;
}
