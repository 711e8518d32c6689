import { DomainError } from "@workspace-agent/core";
import type { CommandOptions } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { unlessUnavailable } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

/** Characters of a command that are handed over in one word: systems take 128 KiB, quoting included. */
const MAX_WORD = 30_000;

/** Throws `sandbox_unavailable` for a terminal, and `invalid_request` for what a program that is given words by their ends would take for other words. */
export function checkCommand({ command, workingDirectory = "", env = {}, pty }: CommandOptions): void {
  if (pty !== undefined) throw new DomainError("sandbox_unavailable", "These sandboxes have no terminal.");
  const isSound = [command, workingDirectory, ...Object.values(env)].every((text) => !text.includes("\0"));
  const areNamed = Object.keys(env).every((name) => /^[^=\0]+$/.test(name));
  if (!isSound || !areNamed)
    throw new DomainError("invalid_request", "The command holds NUL, or a variable without a name.");
}

/** A command by bash, whichever shell the sandbox runs it with; a long one by a file. */
async function byBash(session: AiSdkSandboxSession, command: string): Promise<string> {
  if (command.length <= MAX_WORD) return `bash -c ${shellQuote(command)}`;
  const path = `/tmp/.command-${crypto.randomUUID()}`;
  const content = new Blob([command]).stream();
  await unlessUnavailable(() => session.writeFile({ path, content }));
  return `bash ${path}; code=$?; rm -f ${path}; exit $code`;
}

/** A command as the sandbox is given it, in its directory. */
export async function wholeCommand(
  session: AiSdkSandboxSession,
  { command, workingDirectory = "/workspace" }: CommandOptions,
): Promise<string> {
  const directory = shellQuote(workingDirectory);
  return [
    `cd -- ${directory} 2> /dev/null || { printf 'cd: %s: there is no such directory\\n' ${directory} >&2; exit 1; }`,
    await byBash(session, command),
  ].join("\n");
}
