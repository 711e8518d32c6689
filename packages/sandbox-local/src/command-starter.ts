import type { Logger } from "@workspace-agent/core";
import type { Part } from "@workspace-agent/sandbox-process";
import { launch, OPTIONS_FD, type Launched, type Waiting } from "./launch.ts";
import { FOLDER_FD, Launcher, type LauncherParts, type Redirection } from "./launcher.ts";
import type { NamedPipes } from "./named-pipes.ts";
import type { OpenMount } from "./open-mounts.ts";

export interface CommandStart {
  /** The program that bubblewrap runs; null: the shell with the script, which may be waiting already. */
  readonly program: readonly string[] | null;
  readonly hasStdin: boolean;
  readonly options: readonly string[];
  readonly script: string;
  readonly part: Part;
  /** Aborts the start, as long as the command does not run. */
  readonly signal: AbortSignal;
}

export interface StarterParts extends LauncherParts {
  readonly bubblewrap: string;
  readonly pipes: NamedPipes;
  readonly shell: readonly string[];
  /** The filter of system calls. Each bubblewrap opens it on the descriptor after the folders, since it needs a file position of its own. */
  readonly filter: string;
  /** Puts a process into the workspace's limits. */
  readonly join: (pid: number, part: Part) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Starts commands that see the same folders. One bubblewrap is started ahead and waits for its options, so that a command does not wait for
 * that start, nor for joining the control groups, which may take the kernel longer than all the rest.
 */
export class CommandStarter {
  private readonly launcher: Launcher;
  private readonly filterFd: number;
  private ahead: Promise<Waiting | null> | null = null;
  private running = 0;
  private isClosed = false;

  /** The folders need to stay open only until this returns. */
  constructor(
    private readonly parts: StarterParts,
    mounts: readonly OpenMount[],
  ) {
    this.launcher = Launcher.start(parts, mounts);
    this.filterFd = FOLDER_FD + mounts.length;
  }

  get isUsable(): boolean {
    return this.launcher.isRunning && !this.isClosed;
  }

  /** Whether a command that it started may still run. `close` ends it. */
  get isInUse(): boolean {
    return this.running > 0;
  }

  async start(start: CommandStart): Promise<Launched> {
    this.running++;
    const end = () => {
      this.running--;
    };
    try {
      const launched = await this.launched(start);
      void launched.exited.then(end, end);
      return launched;
    } catch (error) {
      end();
      throw error;
    }
  }

  private async launched(start: CommandStart): Promise<Launched> {
    const isUsual = start.program === null && !start.hasStdin && start.part === "commands";
    const waiting = (isUsual ? await this.take() : null) ?? (await this.prepare(start));
    const launched = await waiting.go(start.options, start.script, start.signal);
    // Not earlier: it would slow down this command.
    if (isUsual) void launched.exited.then(() => this.prepareNext());
    return launched;
  }

  private async take(): Promise<Waiting | null> {
    const { ahead } = this;
    this.ahead = null;
    const waiting = await ahead;
    if (waiting === null || waiting.isRunning) return waiting;
    await waiting.discard();
    return null;
  }

  private prepareNext(): void {
    if (!this.isUsable || this.ahead !== null) return;
    this.ahead = this.prepare({ program: null, hasStdin: false, part: "commands" }).catch(
      (error: unknown) => {
        this.parts.logger.debug({ error }, "no command could be prepared");
        return null;
      },
    );
  }

  private prepare({
    program,
    hasStdin,
    part,
  }: Pick<CommandStart, "program" | "hasStdin" | "part">): Promise<Waiting> {
    const { bubblewrap, shell, filter, join, pipes } = this.parts;
    const files: Redirection[] = [{ fd: this.filterFd, path: filter, access: "read" }];
    const words = [bubblewrap, "--args", String(OPTIONS_FD), "--", ...(program ?? shell)];
    return launch({ launcher: this.launcher, pipes }, words, {
      hasStdin,
      files,
      join: (pid) => join(pid, part),
    });
  }

  /** Ends all that it started. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { ahead } = this;
    this.ahead = null;
    await (await ahead)?.discard();
    await this.launcher.stop();
  }
}
