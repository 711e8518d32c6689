import {
  DomainError,
  runToEnd,
  sandboxFiles,
  type CommandOptions,
  type Logger,
  type NetworkRefusal,
  type Sandbox,
  type SandboxMount,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core";
import { checkCommand } from "./check-command.ts";
import { neverStarted } from "./never-started.ts";
import { filesInside } from "./files-inside.ts";
import { RunningCommands } from "./running-commands.ts";

/** Where the commands of one workspace run, by one spec. */
export abstract class Place {
  protected readonly commands = new RunningCommands();
  private hasEnded = false;

  constructor(
    protected readonly spec: SandboxSpec,
    protected readonly logger: Logger,
  ) {}

  abstract readonly isRunning: boolean;
  protected abstract readonly description: string;
  /**
   * Starts a command whose input was checked. Those of the part `files` are the service's own and small: they reach files inside,
   * and should start also where the workspace's commands have used up what they may.
   */
  protected abstract begin(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: "commands" | "files",
  ): Promise<SandboxProcess>;
  /** Ends all commands, and what stands for them; the next command may make it again. */
  protected abstract stop(): Promise<void>;
  /** The connections that were refused since the last call. */
  protected takeRefusals(): readonly NetworkRefusal[] {
    return [];
  }
  /** Ends all commands and removes what they share. */
  abstract remove(): Promise<void>;

  /** A handle whose commands see these mounts; they differ from the spec's in those only that are exchangeable. */
  open(mounts: readonly SandboxMount[]): Sandbox {
    const spawn = (options: CommandOptions) => this.spawn(options, mounts, "commands");
    const reach = (options: CommandOptions) => this.spawn(options, mounts, "files");
    return {
      description: this.description,
      ...sandboxFiles(mounts, filesInside(reach)),
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => this.commands.killGroup(group),
      takeRefusals: () => this.takeRefusals(),
    };
  }

  private async spawn(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: "commands" | "files",
  ): Promise<SandboxProcess> {
    checkCommand(options);
    if (this.hasEnded) throw new DomainError("sandbox_unavailable", "This place was replaced or removed.");
    if (options.abortSignal?.aborted) {
      await options.stdin?.cancel();
      return neverStarted();
    }
    try {
      return await this.commands.start(options.group, () => this.begin(options, mounts, part));
    } catch (error) {
      // Who writes to it would wait for ever.
      await options.stdin?.cancel(error).catch(() => {});
      throw error;
    }
  }

  /** Ends all commands, for good: what was opened here runs no more. What the commands share stays. */
  async end(): Promise<void> {
    this.hasEnded = true;
    // A command that was just being started may have made anew what stands for it.
    do await this.stop();
    while (this.isRunning);
  }
}
