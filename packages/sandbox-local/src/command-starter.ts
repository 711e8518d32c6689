import type { Logger } from "@workspace-agent/core";
import type { HeldMount } from "./held-folder.ts";
import { launch, OPTIONS_FD, type Launched, type Waiting } from "./launch.ts";
import { FOLDER_FD, Launcher, type Redirection } from "./launcher.ts";
import type { Part } from "./limits/control-group.ts";
import type { NamedPipes } from "./named-pipes.ts";

export interface CommandStart {
  /** What bubblewrap runs; null: the shell with the script, for which one may be waiting already. */
  readonly program: readonly string[] | null;
  readonly hasStdin: boolean;
  readonly options: readonly string[];
  readonly script: string;
  readonly part: Part;
  /** Ends what was begun when it aborts before the command runs. */
  readonly signal: AbortSignal;
}

export interface StarterParts {
  readonly bubblewrap: string;
  readonly nsenter: string;
  readonly pipes: NamedPipes;
  /** The process whose namespaces commands are in. */
  readonly holderPid: number;
  readonly shell: readonly string[];
  /** What each bubblewrap finds on the descriptor behind those of the folders: a reader needs a position of its own. */
  readonly filter: string;
  readonly serverName: string;
  /** Puts a process into the workspace's limits. */
  readonly join: (pid: number, part: Part) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Starts commands that see the same folders. One bubblewrap is started ahead, and waits for its options: a command does not pay for
 * that start, and for joining the control groups, which may take the kernel longer than all the rest.
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
    mounts: readonly HeldMount[],
  ) {
    this.launcher = Launcher.start(parts, mounts);
    this.filterFd = FOLDER_FD + mounts.length;
  }

  get isUsable(): boolean {
    return this.launcher.isRunning && !this.isClosed;
  }

  /** Whether a command that was started here may still run: it ends when this is closed. */
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
    // Not at once: it would hold up this command.
    if (isUsual) void launched.exited.then(() => this.prepareNext());
    return launched;
  }

  private async take(): Promise<Waiting | null> {
    const { ahead } = this;
    this.ahead = null;
    const waiting = await ahead;
    if (waiting === null || waiting.isThere) return waiting;
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

  /** Ends what was started here. */
  async close(): Promise<void> {
    this.isClosed = true;
    const { ahead } = this;
    this.ahead = null;
    await (await ahead)?.discard();
    await this.launcher.stop();
  }
}
