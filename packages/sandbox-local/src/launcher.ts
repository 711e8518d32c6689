import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { DomainError } from "@workspace-agent/core";
import { CLOSE_INHERITED, closingAllBut, quote } from "@workspace-agent/sandbox-process";
import { signalProcess } from "./kill.ts";
import { enteringNamespaces } from "./namespace-holder.ts";
import type { OpenMount } from "./open-mounts.ts";
import { killingOrphans } from "./orphans.ts";
import { passedOn, startProcess, type StartedProcess } from "./start-process.ts";

/** The descriptor of the first folder, in the launcher and in what it starts. */
export const FOLDER_FD = 6;
/** The descriptor of the shell's answers, beyond all folders. */
export const ANSWER_FD = 250;
/** Two more descriptors follow the folders. */
const MOST_FOLDERS = ANSWER_FD - FOLDER_FD - 2;
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

/** Without job control, started programs would ignore SIGINT and SIGQUIT. */
const SHELL = `set -m; LC_ALL=C; exec ${ANSWER_FD}>&1; while ${readFramed(0)}; do eval "$__line"; done`;

/** A line with its size before it. Throws `invalid_request` for one of 100 MB or more. */
export function framed(line: string): string {
  const ended = `${line}\n`;
  const size = String(Buffer.byteLength(ended));
  if (size.length > SIZE_DIGITS) throw new DomainError("invalid_request", "The command is too long.");
  return size.padStart(SIZE_DIGITS, "0") + ended;
}

/** A file that a started program opens as one of its descriptors. */
export interface Redirection {
  readonly fd: number;
  readonly path: string;
  readonly access: "read" | "write";
}

export interface LauncherParts {
  readonly nsenter: string;
  /** The process whose namespaces are entered. */
  readonly holderPid: number;
  /** The name of started processes, by which orphans are found. */
  readonly serverName: string;
  /** The priority of the shell and what it starts. Default: that of this process. */
  readonly niceness?: number | null;
}

/**
 * A shell that stays open inside the namespaces of a workspace and starts programs. The cost of a fork grows with the memory of the process
 * that forks, and the server's can be large. The shell has the folders of some mounts open. Programs started with `--die-with-parent` end
 * with it.
 */
export class Launcher {
  private readonly asked = new Map<string, (answer: number | null) => void>();
  private readonly shell: ChildProcess;
  private readonly exited: Promise<void>;
  private hasExited = false;
  private count = 0;

  private constructor(
    { child, exited }: StartedProcess,
    private readonly serverName?: string,
  ) {
    this.shell = child;
    this.exited = exited.then(() => {
      this.hasExited = true;
      for (const answer of this.asked.values()) answer(null);
    });
    const { stdin, stdout } = child;
    stdin?.on("error", () => {});
    if (stdout === null) return;
    createInterface({ input: stdout }).on("line", (line) => {
      const [id = "", value] = line.split(" ");
      this.asked.get(id)?.(Number(value));
    });
  }

  /**
   * Starts one in the user and network namespaces of a process. When the server ends without stopping it, it kills the server's orphans.
   * The mounts' folders need to stay open only until this returns.
   */
  static start(parts: LauncherParts, mounts: readonly OpenMount[]): Launcher {
    const { nsenter, holderPid, serverName, niceness = null } = parts;
    if (mounts.length > MOST_FOLDERS)
      throw new DomainError("sandbox_unavailable", `There are more than ${MOST_FOLDERS} mounts.`);
    const closing = closingAllBut([0, 1, 2, ...mounts.map((_, index) => FOLDER_FD + index)]);
    const script = `${closing}; trap ${quote(killingOrphans(serverName))} EXIT; ${SHELL}`;
    const folders = mounts.map(({ folder }) => passedOn(folder.fd));
    const bash = "/bin/bash --noprofile --norc -c";
    // What the shell forks has its name until it becomes a program.
    const named = `exec -a ${quote(serverName)} ${bash} ${quote(script)}`;
    const shell = startProcess(nsenter, [...enteringNamespaces(holderPid), ...bash.split(" "), named], {
      // 3 to 5 are redirected for each program.
      stdio: ["pipe", "pipe", "ignore", "ignore", "ignore", "ignore", ...folders],
    });
    const { pid } = shell.child;
    if (niceness !== null && pid !== undefined) setPriority(pid, niceness);
    return new Launcher(shell, serverName);
  }

  /** Starts one in the namespaces of this process, without folders. */
  static startPlain(): Launcher {
    const words = ["--noprofile", "--norc", "-c", `${CLOSE_INHERITED}; ${SHELL}`];
    return new Launcher(startProcess("/bin/bash", words, { stdio: ["pipe", "pipe", "ignore"] }));
  }

  get isRunning(): boolean {
    return !this.hasExited;
  }

  /**
   * Starts a program with an empty environment, after a preparation by bash in the same process. Resolves with its process id once it has
   * opened its files. Throws `sandbox_unavailable` when it could not be started.
   */
  async run(
    words: readonly string[],
    files: readonly Redirection[],
    preparation: string = ":",
  ): Promise<number> {
    const redirections = files.map(
      ({ fd, path, access }) => `${fd}${access === "read" ? "<" : ">"}${quote(path)}`,
    );
    const name = this.serverName === undefined ? "" : `-a ${quote(this.serverName)}`;
    const program = `exec -c ${name} ${words.map(quote).join(" ")} ${ANSWER_FD}>&-`;
    const pid = await this.ask(
      (id) =>
        `( { ${preparation} && echo "${id} $BASHPID" >&${ANSWER_FD} && ${program}; } ${redirections.join(" ")}; echo "${id} 0" >&${ANSWER_FD} ) &`,
    );
    if (pid !== null && pid > 0) return pid;
    throw new DomainError("sandbox_unavailable", "A process of the sandbox could not be started.");
  }

  /** The exit code of a started program that has exited; null: it ended with this shell. */
  exitCodeOf(pid: number): Promise<number | null> {
    return this.ask((id) => `wait ${pid}; echo "${id} $?" >&${ANSWER_FD}`);
  }

  /** Has the shell run a line that writes its id and a number to descriptor 250; null: it did not. */
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
