import { DomainError } from "@workspace-agent/core";
import type { TerminalSize } from "@workspace-agent/core/ports";
import { execa } from "execa";
import { findProgram } from "./programs.ts";

/** The words that run a shell command in a pseudo-terminal, by util-linux's `script`, and return its exit code. */
export function inTerminal(
  script: string,
  { columns, rows }: TerminalSize,
  command: string,
): [string, ...string[]] {
  const sized = `stty columns ${columns} rows ${rows}; TERM=xterm-256color exec ${command}`;
  return [script, "--quiet", "--flush", "--return", "--command", sized, "/dev/null"];
}

/** The path of `script`, tested behind the words of `within`; null: it is absent, or not the one of util-linux. */
export async function findTerminal(within: readonly string[] = []): Promise<string | null> {
  const script = await findProgram("script");
  if (script === null) return null;
  const [file = script, ...words] = [
    ...within,
    ...inTerminal(script, { columns: 77, rows: 33 }, "stty size"),
  ];
  const { exitCode, stdout } = await execa(file, words, {
    stdin: "ignore",
    reject: false,
    timeout: 10_000,
    env: { PATH: "/usr/bin:/bin" },
    extendEnv: false,
  });
  return exitCode === 0 && stdout.trim() === "33 77" ? script : null;
}

export function noTerminal(): DomainError {
  return new DomainError(
    "sandbox_unavailable",
    "Commands can have no terminal: this host has no `script` of util-linux. Install util-linux.",
  );
}
