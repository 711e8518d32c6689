import type { ChildProcess } from "node:child_process";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { exitOf } from "@workspace-agent/sandbox-process";
import { execa } from "execa";

/** A file descriptor of this process that a started one receives. The types of execa know the first ten only. */
export const passedOn = (fd: number) => fd as 3;

/** How a program of this host is run to its end: without this process's environment, and not for long. */
export const TO_ITS_END = { env: {}, extendEnv: false, reject: false, timeout: 10_000 } as const;

/** The error for a program that failed, with what it printed as the cause. */
export const programFailed = (detail: string, printed: string) =>
  sandboxUnavailable(detail, { cause: new Error(printed.slice(0, 2_000)) });

type Stdio = "ignore" | "pipe" | ReturnType<typeof passedOn>;

interface ProcessOptions {
  readonly stdio: readonly [Stdio, Stdio, Stdio, ...Stdio[]];
  readonly argv0?: string;
  readonly cwd?: string;
  /** Default: empty. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedProcess {
  readonly child: ChildProcess;
  /** 128 + signal number when it was killed, 127 when it could not be started. */
  readonly exited: Promise<number>;
}

/** Starts a process in a session of its own. Its output has to be read at once, or is discarded. */
export function startProcess(
  file: string,
  words: readonly string[],
  options: ProcessOptions,
): StartedProcess {
  const { nodeChildProcess: child } = execa(file, words, {
    env: {},
    extendEnv: false,
    detached: true,
    cleanup: false,
    buffer: false,
    reject: false,
    encoding: "buffer",
    ...options,
  });
  return { child, exited: exitOf(child) };
}
