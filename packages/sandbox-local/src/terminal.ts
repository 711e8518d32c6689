import { sandboxUnavailable, type TerminalSize } from "@workspace-agent/core/ports";
import { execa } from "execa";
import { findProgram } from "./programs.ts";
import { TO_ITS_END } from "./start-process.ts";

/**
 * Makes the words that run a shell command in a pseudo-terminal, by util-linux's `script`, and return its exit code. Throws
 * `sandbox_unavailable` where there is no `script`.
 */
export function inTerminal(
  script: string | null,
  { columns, rows }: TerminalSize,
): (command: string) => [string, ...string[]] {
  if (script === null)
    throw sandboxUnavailable(
      "Commands can have no terminal: this host has no `script` of util-linux. Install util-linux.",
    );
  const options = ["--quiet", "--flush", "--return", "--command"];
  const sized = `stty columns ${columns} rows ${rows}; TERM=xterm-256color exec`;
  return (command) => [script, ...options, `${sized} ${command}`, "/dev/null"];
}

/** The path of `script`, tested behind the words of `within`; null: it is absent, or not the one of util-linux. */
export async function findTerminal(within: readonly string[] = []): Promise<string | null> {
  const script = await findProgram("script");
  if (script === null) return null;
  const [file = script, ...words] = [
    ...within,
    ...inTerminal(script, { columns: 77, rows: 33 })("stty size"),
  ];
  const { exitCode, stdout } = await execa(file, words, {
    ...TO_ITS_END,
    stdin: "ignore",
    env: { PATH: "/usr/bin:/bin" },
  });
  return exitCode === 0 && stdout.trim() === "33 77" ? script : null;
}
