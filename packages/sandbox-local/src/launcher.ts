import { DomainError } from "@workspace-agent/core";
import { onLines, orLate } from "@workspace-agent/sandbox-process";
import { signalProcess } from "./kill.ts";
import type { StartedProcess } from "./start-process.ts";

/** The descriptor of the shell's answers. */
export const ANSWER_FD = 250;
/** A shell that cannot fork keeps trying for longer than this. */
export const ANSWER_MS = 10_000;

/** The number of digits in front of each line, which give its length in bytes. */
const SIZE_DIGITS = 8;

/**
 * Has bash read a `framed` line from a descriptor as `__line`. From a pipe, bash reads a line byte by byte, one system call each, but a given number of characters at
 * once; the bash of macOS cannot. Characters are bytes only in the locale C: without one, musl (Alpine) assumes UTF-8.
 */
export const readFramed = (fd: number) =>
  [
    `if ((BASH_VERSINFO[0] > 4))`,
    `then IFS= read -u ${fd} -r -N ${SIZE_DIGITS} __size && IFS= read -u ${fd} -r -N "$__size" __line`,
    `else IFS= read -u ${fd} -r __line && __line="\${__line:${SIZE_DIGITS}}"`,
    `fi`,
  ].join("; ");

/** The script of the shell. Without job control, started programs would ignore SIGINT and SIGQUIT. */
export const SHELL = `set -m; unset SHLVL; LC_ALL=C; exec ${ANSWER_FD}>&1; while ${readFramed(0)}; do eval "$__line"; done`;

/** A line with its size before it. Throws `invalid_request` for one of 100 MB or more. */
export function framed(line: string): string {
  const ended = `${line}\n`;
  const size = String(Buffer.byteLength(ended));
  if (size.length > SIZE_DIGITS) throw new DomainError("invalid_request", "The command is too long.");
  return size.padStart(SIZE_DIGITS, "0") + ended;
}

/**
 * A bash that stays open, runs the lines that it receives, and answers. It starts programs: the cost of a fork grows with the memory of the
 * process that forks, and the server's can be large.
 */
export class Launcher {
  private readonly asked = new Map<string, (answer: number | null) => void>();
  private readonly ending = new AbortController();
  private count = 0;

  /** A process that has run, or will run, `SHELL` with its standard input and output. */
  constructor(private readonly shell: StartedProcess) {
    const { child, exited } = shell;
    void exited.then(() => {
      for (const answer of this.asked.values()) answer(null);
      this.ending.abort();
    });
    const { stdin, stdout } = child;
    stdin?.on("error", () => {});
    if (stdout === null) return;
    onLines(stdout, (line) => {
      const [id = "", value] = line.split(" ");
      this.asked.get(id)?.(Number(value));
    });
  }

  /** Aborts when it has exited. */
  get gone(): AbortSignal {
    return this.ending.signal;
  }

  get isRunning(): boolean {
    return !this.gone.aborted;
  }

  /** Has the shell run a line that writes its id and a number to descriptor 250; null: it did not. */
  async ask(line: (id: string) => string, ms = ANSWER_MS): Promise<number | null> {
    if (!this.isRunning) return null;
    const id = String(this.count++);
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.asked.set(id, resolve);
    this.shell.child.stdin?.write(framed(line(id)));
    return orLate(promise, ms, null).finally(() => this.asked.delete(id));
  }

  async stop(): Promise<void> {
    const { pid } = this.shell.child;
    if (this.isRunning && pid !== undefined) signalProcess(pid, "SIGKILL");
    await this.shell.exited;
  }
}
