import { DomainError, type Logger } from "@workspace-agent/core";
import { quote, type Part } from "@workspace-agent/sandbox-process";
import { launch, OPTIONS_FD, SCRIPT_FD, type Launched, type Waiting } from "./launch.ts";
import { FOLDER_FD, Launcher, type LauncherParts } from "./launcher.ts";
import type { NamedPipes } from "./named-pipes.ts";
import type { OpenMount } from "./open-mounts.ts";
import { waitingFor } from "./waiting-bash.ts";

export interface CommandStart {
  /** The words that run a shell command in a terminal; null: it has none. */
  readonly inTerminal: ((shell: string) => readonly string[]) | null;
  readonly hasStdin: boolean;
  readonly script: string;
  readonly part: Part;
  /** Aborts the start, as long as the command does not run. */
  readonly signal: AbortSignal;
}

export interface StarterParts extends LauncherParts {
  readonly bubblewrap: string;
  readonly pipes: NamedPipes;
  /** The options of a bubblewrap that mounts open folders, with the descriptor of the filter. */
  readonly optionsFor: (mounts: readonly OpenMount[], filterFd: number) => readonly string[];
  /** The filter of system calls. Each bubblewrap opens it on the descriptor after the folders, since it needs a file position of its own. */
  readonly filter: string;
  /** Has a shell apply the workspace's limits to itself and all that it will start. */
  readonly joining: (part: Part) => string;
  readonly logger: Logger;
}

/**
 * Starts commands that see the same folders. One sandbox is started ahead, and a bash in it waits for its script: so a command does not wait
 * for the namespaces and mounts of its sandbox, nor for joining the control groups, and starts about as fast as a bash without a sandbox.
 */
export class CommandStarter {
  private readonly launcher: Launcher;
  private readonly filterFd: number;
  private readonly options: readonly string[];
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
    this.options = parts.optionsFor(mounts, this.filterFd);
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
    const isUsual = start.inTerminal === null && !start.hasStdin && start.part === "commands";
    const first = isUsual ? await this.take() : null;
    // The kernel may have killed the bash that waited, where the workspace's commands have used up its memory.
    const launched =
      (await first?.go(start.script, start.signal)) ??
      (await (await this.prepare(start)).go(start.script, start.signal));
    if (launched === null)
      throw new DomainError("sandbox_unavailable", "The bash of a command was killed before it began.");
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
    this.ahead = this.prepare({ inTerminal: null, hasStdin: false, part: "commands" }).catch(
      (error: unknown) => {
        this.parts.logger.debug({ error }, "no command could be prepared");
        return null;
      },
    );
  }

  private async prepare({
    inTerminal,
    hasStdin,
    part,
  }: Pick<CommandStart, "inTerminal" | "hasStdin" | "part">): Promise<Waiting> {
    const { bubblewrap, filter, joining, pipes } = this.parts;
    const begunFd = this.filterFd + 1;
    const bash = ["/bin/bash", "--norc", "-c", waitingFor(SCRIPT_FD, begunFd)];
    const program = inTerminal === null ? bash : inTerminal(bash.map(quote).join(" "));
    return launch(
      { launcher: this.launcher, pipes },
      [bubblewrap, "--args", String(OPTIONS_FD), "--", ...program],
      {
        hasStdin,
        options: this.options,
        begunFd,
        files: [{ fd: this.filterFd, path: filter, access: "read" }],
        preparation: joining(part),
      },
    );
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
