import { closeSync, mkdirSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { closingAllBut, orLate, quote, type Part } from "@workspace-agent/sandbox-process";
import { PIPES, type SandboxFiles } from "./bubblewrap-arguments.ts";
import {
  FILTER_FD,
  firstProcessOf,
  INFO_FD,
  OPTIONS_FD,
  readText,
  writeOptions,
} from "./bubblewrap-pipes.ts";
import { CommandShell, type CommandPlace, type ShellCommand, type ShellProcess } from "./command-shell.ts";
import type { Engine } from "./engine.ts";
import { endProcess, type KnownProcess } from "./kill.ts";
import { firstProcessScript, marking, NEVER_FD } from "./first-process.ts";
import { ANSWER_FD, Launcher } from "./launcher.ts";
import type { InstanceLimits } from "./limits/instance-limits.ts";
import type { NamedPipes } from "./named-pipes.ts";
import { enteringNamespaces } from "./namespace-holder.ts";
import type { OpenMount } from "./open-mounts.ts";
import { passedOn, programFailed, startProcess, type StartedProcess } from "./start-process.ts";

/** The first descriptor of the folders that bubblewrap mounts. */
const FOLDER_FD = 6;
/** The first descriptor of the files by which processes join control groups, beyond all folders. */
const GROUP_FD = 240;
const MOST_FOLDERS = GROUP_FD - FOLDER_FD;

/** How long ending commands may take on a busy host before the sandbox is ended. */
const END_MS = 30_000;
/** How long bubblewrap may take to start its first process before it is killed itself. */
const REPORT_MS = 5_000;

/** A bash without startup files; its script follows. */
const BASH = ["/bin/bash", "--noprofile", "--norc", "-c"];

export interface WarmSandboxParts extends Pick<
  Engine,
  "bubblewrap" | "nsenter" | "folder" | "seccompFilter"
> {
  /** The process whose user and network namespaces are entered. */
  readonly holderPid: number;
  readonly limits: Pick<InstanceLimits, "groupFiles" | "niceness">;
  /** The options of a bubblewrap that mounts open folders. */
  readonly optionsFor: (inside: SandboxFiles) => readonly string[];
}

/** How long a process without a mark is spared. */
const SPARED_MS = 2_000;

/** A bubblewrap that stays open, and runs the commands that see the same folders. */
export class WarmSandbox implements CommandPlace {
  readonly pipes: NamedPipes;
  readonly pipesFolder: { readonly onHost: string; readonly inside: string };
  /** The files of the control groups of commands which the first process is not in. */
  private readonly groupFiles: readonly string[];
  private readonly bubblewrap: StartedProcess;
  private readonly shell: Launcher;
  private readonly inside: Promise<KnownProcess | null>;
  private readonly ready: Promise<void>;
  private readonly commands = new CommandShell(this);
  /** The commands to end after the current search, and the end of that. */
  private next: { readonly marks: number[]; readonly ended: Promise<void> } | null = null;
  private searched: Promise<unknown> = Promise.resolve();
  private running = 0;
  private isClosed = false;

  private static made = 0;

  /** The folders need to stay open only until this returns. */
  constructor(parts: WarmSandboxParts, mounts: readonly OpenMount[]) {
    if (mounts.length > MOST_FOLDERS) throw sandboxUnavailable(`There are more than ${MOST_FOLDERS} mounts.`);
    this.pipes = parts.folder.pipes;
    const ofService = parts.limits.groupFiles("files");
    this.groupFiles = parts.limits.groupFiles("commands").filter((file) => !ofService.includes(file));
    this.pipesFolder = { onHost: join(parts.folder.path, `pipes-${WarmSandbox.made++}`), inside: PIPES };
    mkdirSync(this.pipesFolder.onHost, { mode: 0o700 });
    this.bubblewrap = this.start(parts, mounts);
    this.inside = firstProcessOf(this.bubblewrap.child);
    this.shell = new Launcher(this.bubblewrap);
    this.ready = this.untilReady();
    this.ready.catch(() => {});
  }

  private start(
    { nsenter, holderPid, bubblewrap, folder, seccompFilter, limits, optionsFor }: WarmSandboxParts,
    mounts: readonly OpenMount[],
  ): StartedProcess {
    const folderFds = mounts.map((_, index) => FOLDER_FD + index);
    const joining = [
      ...limits.groupFiles("files").map((file) => `echo 0 >${quote(file)}`),
      ...this.groupFiles.map((file, index) => `exec ${GROUP_FD + index}>${quote(file)}`),
    ];
    const program = [...BASH, firstProcessScript([OPTIONS_FD, INFO_FD, FILTER_FD, ...folderFds])];
    const script = [
      closingAllBut([0, 1, 2, OPTIONS_FD, INFO_FD, FILTER_FD, ...folderFds]),
      `${[`exec ${NEVER_FD}<> <(:)`, ...joining].join(" && ")} || exit`,
      `exec -c -a ${quote(folder.name)} ${[bubblewrap, "--args", String(OPTIONS_FD), "--", ...program].map(quote).join(" ")}`,
    ];
    // Each needs a file position of its own.
    const filterFd = openSync(seccompFilter, "r");
    try {
      const words = [...enteringNamespaces(holderPid), ...BASH, script.join("; ")];
      const folders = mounts.map(({ folder }) => passedOn(folder.fd));
      const started = startProcess(nsenter, words, {
        stdio: ["pipe", "pipe", "pipe", "pipe", "pipe", passedOn(filterFd), ...folders],
      });
      const { pid } = started.child;
      if (limits.niceness !== null && pid !== undefined) setPriority(pid, limits.niceness);
      const options = optionsFor({
        mounts: mounts.map(({ target, access }, index) => ({ target, access, fd: FOLDER_FD + index })),
        pipes: this.pipesFolder.onHost,
      });
      writeOptions(started.child, options);
      return started;
    } finally {
      closeSync(filterFd);
    }
  }

  private async untilReady(): Promise<void> {
    const said = readText(this.bubblewrap.child.stderr);
    const isReady = await this.shell.ask((id) => `echo "${id} 1" >&${ANSWER_FD}`);
    if (isReady === 1 && (await this.inside) !== null) return;
    await this.close();
    throw programFailed("Bubblewrap could not set up the sandbox.", await said);
  }

  private get groupFds(): readonly number[] {
    return this.groupFiles.map((_, index) => GROUP_FD + index);
  }

  get isUsable(): boolean {
    return this.shell.isRunning && !this.isClosed;
  }

  /** Whether a command of it may still run. `close` ends it. */
  get isInUse(): boolean {
    return this.running > 0;
  }

  /** Null: aborted before it started. Throws `sandbox_unavailable`. */
  async run(command: ShellCommand, signal: AbortSignal): Promise<ShellProcess | null> {
    this.running++;
    const end = () => {
      this.running--;
    };
    try {
      await this.ready;
      const process = await this.commands.run(command, signal);
      if (process === null) end();
      else void process.exited.then(end);
      return process;
    } catch (error) {
      end();
      throw error;
    }
  }

  launcher(): Launcher {
    return this.shell;
  }

  /** Where the kernel must end a process, it is rather one of a command than the first one. */
  entering({ mark, part }: { readonly mark: number; readonly part: Part }): string {
    const joining = part === "commands" ? this.groupFds.map((fd) => `echo 0 >&${fd}`) : [];
    const closing = `exec ${[...this.groupFds, NEVER_FD].map((fd) => `${fd}>&-`).join(" ")}`;
    const spared = "{ echo 500 >/proc/self/oom_score_adj || :; }";
    return [marking(mark), ...joining, closing, spared].join(" && ");
  }

  started({ mark }: { readonly mark: number }): string {
    return `__live[${mark}]=1`;
  }

  /** Resolves when no process of the command is left. Ends the whole sandbox where that does not succeed. */
  end({ mark }: { readonly mark: number }): Promise<void> {
    this.next ??= { marks: [], ended: this.endNext() };
    this.next.marks.push(mark);
    return this.next.ended;
  }

  /** Ends the commands that ask for it together: each search looks at all processes of the sandbox, and takes at most half of the time. */
  private async endNext(): Promise<void> {
    await this.searched;
    const marks = this.next?.marks ?? [];
    this.next = null;
    const begun = performance.now();
    const searching = this.search(marks, true);
    this.searched = searching.then(() => sleep(performance.now() - begun, undefined, { ref: false }));
    let left = await searching;
    // What is killed may still wait for a disk.
    for (let pause = 1; left === 1 && performance.now() - begun < END_MS; pause = Math.min(2 * pause, 100)) {
      await sleep(pause, undefined, { ref: false });
      left = await this.search(marks, performance.now() - begun < SPARED_MS);
    }
    if (left === 0) return;
    this.isClosed = true;
    await this.kill();
  }

  /** 0: no process of these commands is left; 1: some are; null: the first process does not answer. */
  private search(marks: readonly number[], spares: boolean): Promise<number | null> {
    const words = [Number(spares), ...marks].join(" ");
    return this.shell.ask((id) => `__end ${words}; echo "${id} $?" >&${ANSWER_FD}`, END_MS);
  }

  /** Ends all that runs in it. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.kill();
    await this.commands.close();
    await rm(this.pipesFolder.onHost, { recursive: true, force: true });
  }

  private async kill(): Promise<void> {
    // A bubblewrap that is killed while it starts leaves its first process behind, which waits for it.
    const inside = await orLate(this.inside, REPORT_MS, null);
    if (inside !== null) await endProcess(inside);
    await this.shell.stop();
  }
}
