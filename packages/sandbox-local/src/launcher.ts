import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { DomainError } from "@workspace-agent/core";
import { exitOf } from "@workspace-agent/sandbox-place";
import type { HeldMount } from "./held-folder.ts";
import { signalProcess } from "./kill.ts";
import { quote } from "./script.ts";

/** The first of the folders that a launcher holds, and that what it starts has too. */
export const FOLDER_FD = 6;
/** Where the shell answers: beyond all folders. */
const ANSWER_FD = 250;
const MOST_FOLDERS = ANSWER_FD - FOLDER_FD - 1;
/** A shell that has no process to start anything with tries for longer: that is not waited for. */
const ANSWER_MS = 10_000;

/** Job control keeps what is started from ignoring SIGINT and SIGQUIT. */
const SHELL = `set -m; exec ${ANSWER_FD}>&1; while IFS= read -r __line; do eval "$__line"; done`;

/** What a descriptor of a started program is: a file that it opens, to read or to write. */
export interface Redirection {
  readonly fd: number;
  readonly path: string;
  readonly access: "read" | "write";
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

  private constructor(private readonly shell: ChildProcess) {
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

  /** In the user and network namespaces of a process. The folders need to stay open only until this returns. */
  static start(nsenter: string, pid: number, mounts: readonly HeldMount[]): Launcher {
    if (mounts.length > MOST_FOLDERS)
      throw new DomainError("sandbox_unavailable", `There are more than ${MOST_FOLDERS} mounts.`);
    const enter = [`--target=${pid}`, "--user", "--net", "--preserve-credentials", "--"];
    const shell = spawn(nsenter, [...enter, "/bin/bash", "--noprofile", "--norc", "-c", SHELL], {
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
    return new Launcher(shell);
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
    const program = `exec -c ${words.map(quote).join(" ")} ${ANSWER_FD}>&-`;
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

  private async ask(line: (id: string) => string): Promise<number | null> {
    if (this.hasExited) return null;
    const id = String(this.count++);
    try {
      return await new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), ANSWER_MS);
        this.asked.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        this.shell.stdin?.write(`${line(id)}\n`);
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
