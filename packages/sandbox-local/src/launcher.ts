import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { DomainError } from "@workspace-agent/core";
import { exitOf } from "@workspace-agent/sandbox-place";
import type { HeldMount } from "./held-folder.ts";
import { signalProcess } from "./kill.ts";
import { killingLeftCommands } from "./left-commands.ts";
import { CLOSE, closingAllBut, quote } from "./script.ts";

/** The first of the folders that a launcher holds, and that what it starts has too. */
export const FOLDER_FD = 6;
/** Where the shell answers: beyond all folders. */
export const ANSWER_FD = 250;
const MOST_FOLDERS = ANSWER_FD - FOLDER_FD - 1;
/** A shell that has no process to start anything with tries for longer: that is not waited for. */
export const ANSWER_MS = 10_000;

/** The digits before each line that say how many bytes it has. */
const SIZE_DIGITS = 8;

/**
 * Has bash read what is `framed`, as `__line`. Of a pipe it reads a line byte by byte, each a call of the system, but so many bytes at
 * once; the one of macOS does not know how to. It counts characters, which are bytes in the locale C alone: where none is set, that of
 * musl (Alpine) takes UTF-8.
 */
export const READ_FRAMED = [
  `if ((BASH_VERSINFO[0] > 4))`,
  `then IFS= read -r -N ${SIZE_DIGITS} __size && IFS= read -r -N "$__size" __line`,
  `else IFS= read -r __line && __line="\${__line:${SIZE_DIGITS}}"`,
  `fi`,
].join("; ");

/** Job control keeps what is started from ignoring SIGINT and SIGQUIT. */
const SHELL = `set -m; LC_ALL=C; exec ${ANSWER_FD}>&1; while ${READ_FRAMED}; do eval "$__line"; done`;

/** A line with its size before it. */
export function framed(line: string): string {
  const ended = `${line}\n`;
  return String(Buffer.byteLength(ended)).padStart(SIZE_DIGITS, "0") + ended;
}

/** What a descriptor of a started program is: a file that it opens, to read or to write. */
export interface Redirection {
  readonly fd: number;
  readonly path: string;
  readonly access: "read" | "write";
}

export interface LauncherParts {
  readonly nsenter: string;
  /** The process whose namespaces are entered. */
  readonly holderPid: number;
  /** What is started goes by this name, by which others find it when this server is gone. */
  readonly serverName: string;
}

/**
 * A shell that stays open inside the namespaces of a workspace and starts programs. A fork pays for all memory of the one that
 * forks: from here it costs the same however large the server is. It holds the folders of some mounts. What it has started ends
 * with it, where that asks the kernel to (`--die-with-parent`).
 */
export class Launcher {
  private readonly asked = new Map<string, (answer: number | null) => void>();
  private readonly exited: Promise<number>;
  private hasExited = false;
  private count = 0;

  private constructor(
    private readonly shell: ChildProcess,
    private readonly serverName?: string,
  ) {
    this.exited = exitOf(shell).finally(() => {
      this.hasExited = true;
      for (const answer of this.asked.values()) answer(null);
    });
    const { stdin, stdout } = shell;
    stdin?.on("error", () => {});
    if (stdout === null) return;
    createInterface({ input: stdout }).on("line", (line) => {
      const [id = "", value] = line.split(" ");
      this.asked.get(id)?.(Number(value));
    });
  }

  /**
   * In the user and network namespaces of a process. When the server has ended without stopping it, it kills all that the server has left.
   * The mounts' folders need to stay open only until this returns.
   */
  static start({ nsenter, holderPid, serverName }: LauncherParts, mounts: readonly HeldMount[]): Launcher {
    if (mounts.length > MOST_FOLDERS)
      throw new DomainError("sandbox_unavailable", `There are more than ${MOST_FOLDERS} mounts.`);
    const enter = [`--target=${holderPid}`, "--user", "--net", "--preserve-credentials", "--"];
    const closing = closingAllBut([0, 1, 2, ...mounts.map((_, index) => FOLDER_FD + index)]);
    const script = `${closing}; trap ${quote(killingLeftCommands(serverName))} EXIT; ${SHELL}`;
    const bash = "/bin/bash --noprofile --norc -c";
    // What the shell forks has its name until it becomes a program.
    const named = `exec -a ${quote(serverName)} ${bash} ${quote(script)}`;
    const shell = spawn(nsenter, [...enter, ...bash.split(" "), named], {
      // 3 to 5 are redirected for each program.
      stdio: [
        "pipe",
        "pipe",
        "ignore",
        "ignore",
        "ignore",
        "ignore",
        ...mounts.map(({ folder }) => folder.fd),
      ],
      env: {},
      detached: true,
    });
    return new Launcher(shell, serverName);
  }

  /** In the namespaces of this process itself, without folders. What it passes on is its answers' descriptor alone. */
  static startPlain(): Launcher {
    const words = ["--noprofile", "--norc", "-c", `${CLOSE}; ${SHELL}`];
    return new Launcher(
      spawn("/bin/bash", words, { stdio: ["pipe", "pipe", "ignore"], env: {}, detached: true }),
    );
  }

  get isRunning(): boolean {
    return !this.hasExited;
  }

  /**
   * Starts a program with an empty environment; gives its process id when it has opened its files. Throws `sandbox_unavailable`
   * when it could not be started.
   */
  async run(words: readonly string[], files: readonly Redirection[]): Promise<number> {
    const redirections = files.map(
      ({ fd, path, access }) => `${fd}${access === "read" ? "<" : ">"}${quote(path)}`,
    );
    const name = this.serverName === undefined ? "" : `-a ${quote(this.serverName)}`;
    const program = `exec -c ${name} ${words.map(quote).join(" ")} ${ANSWER_FD}>&-`;
    const pid = await this.ask(
      (id) =>
        `( { echo "${id} $BASHPID" >&${ANSWER_FD}; ${program}; } ${redirections.join(" ")}; echo "${id} 0" >&${ANSWER_FD} ) &`,
    );
    if (pid !== null && pid > 0) return pid;
    throw new DomainError("sandbox_unavailable", "A process of the sandbox could not be started.");
  }

  /** The exit code of what was started and has exited; null: it ended with this shell. */
  exitCodeOf(pid: number): Promise<number | null> {
    return this.ask((id) => `wait ${pid}; echo "${id} $?" >&${ANSWER_FD}`);
  }

  /** Has the shell run a line that answers its id and a number by descriptor 250; null: it did not. */
  async ask(line: (id: string) => string): Promise<number | null> {
    if (this.hasExited) return null;
    const id = String(this.count++);
    try {
      return await new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), ANSWER_MS);
        this.asked.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        this.shell.stdin?.write(framed(line(id)));
      });
    } finally {
      this.asked.delete(id);
    }
  }

  async stop(): Promise<void> {
    const { pid } = this.shell;
    if (!this.hasExited && pid !== undefined) signalProcess(pid, "SIGKILL");
    await this.exited;
  }
}
