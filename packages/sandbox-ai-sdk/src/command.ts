import type { CommandOptions } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { unlessUnavailable } from "./run-script.ts";
import { shellQuote } from "./shell-quote.ts";

/** The most characters of a command in one word: systems accept 128 KiB, quoting included. */
const MAX_WORD = 30_000;

/** Runs a command by bash, whatever shell the sandbox uses; a long one from a file. */
async function byBash(session: AiSdkSandboxSession, command: string): Promise<string> {
  if (command.length <= MAX_WORD) return `bash -c ${shellQuote(command)}`;
  const path = `/tmp/.command-${crypto.randomUUID()}`;
  const content = new Blob([command]).stream();
  await unlessUnavailable(() => session.writeFile({ path, content }));
  return `bash ${path}; code=$?; rm -f ${path}; exit $code`;
}

/** The command for the sandbox, in its directory. */
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
