import { DomainError, type Logger } from "@workspace-agent/core";
import { quotaOf } from "@workspace-agent/core/internal";
import {
  runToEnd,
  sandboxFiles,
  type CommandOptions,
  type NetworkRefusal,
  type Sandbox,
  type SandboxMount,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { checkCommand } from "./check-command.ts";
import { DiskWatch } from "./disk/disk-watch.ts";
import { namelessFiles } from "./disk/nameless-files.ts";
import { worksIn } from "./disk/works-in.ts";
import type { DiskArea } from "./disk/disk-area.ts";
import type { WatchedAreas } from "./disk/watched-areas.ts";
import { neverStarted } from "./never-started.ts";
import { filesInside } from "./files-inside.ts";
import { RunningCommands } from "./running-commands.ts";

/** Where the commands of one workspace run, by one spec. */
export abstract class Place {
  protected readonly commands = new RunningCommands();
  private hasEnded = false;
  private disk: DiskWatch | null = null;

  constructor(
    protected readonly spec: SandboxSpec,
    protected readonly logger: Logger,
    /** Of the provider. */
    private readonly areas: WatchedAreas,
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
  /** What commands may write to beside the volumes, and what of it is the host's disk. */
  protected scratch(): readonly DiskArea[] {
    return [];
  }

  private watchDisk(): DiskWatch {
    const { mounts, diskMb } = this.spec;
    const volumes = mounts.flatMap(({ target, volume, access }, index): DiskArea[] =>
      access === "write" && volume.hostPath !== undefined
        ? [
            {
              name: target,
              path: volume.hostPath,
              quota: volume.quota,
              isShared: index > 0,
              usage: (upTo) => volume.usage({ upTo }),
            },
          ]
        : [],
    );
    const nameless = volumes.slice(0, 1).map(({ name, path }): DiskArea => {
      const { maxBytes, maxInodes } = quotaOf(diskMb);
      return {
        name: "what was removed and is still open",
        path,
        quota: { bytes: maxBytes, inodes: maxInodes },
        usage: () => namelessFiles(path, name),
      };
    });
    const [own] = volumes;
    const presenceIn = async ({ name }: DiskArea) =>
      own === undefined ? null : await worksIn(name, { folder: own.path, target: own.name });
    return new DiskWatch([...volumes, ...nameless, ...this.scratch()], this.areas, this.logger, presenceIn);
  }

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
      const disk = (this.disk ??= this.watchDisk());
      return await this.commands.start(options.group, () =>
        disk.during((full) =>
          this.begin({ ...options, command: this.bounded(options.command, full, part) }, mounts, part),
        ),
      );
    } catch (error) {
      // Who writes to it would wait for ever.
      await options.stdin?.cancel(error).catch(() => {});
      throw error;
    }
  }

  /**
   * A command whose files can be as large as the disk, or, where that is full, not written at all: some can be removed. What it writes beyond
   * that is refused ("File too large"), and not answered with a signal that ends the program.
   */
  private bounded(command: string, full: string | null, part: "commands" | "files"): string {
    const limited = (kibibytes: number) =>
      `trap '' XFSZ 2>/dev/null; ulimit -f ${kibibytes} 2>/dev/null; ${command}`;
    if (full === null) return limited(this.spec.diskMb * 1_024);
    const said = `[disk full: ${full}; nothing can be written until some of it is removed]`;
    return `${part === "commands" ? `echo '${said}' >&2; ` : ""}${limited(0)}`;
  }

  /** Ends all commands, for good: what was opened here runs no more. What the commands share stays. */
  async end(): Promise<void> {
    this.hasEnded = true;
    // A command that was just being started may have made again what stands for it.
    do await this.stop();
    while (this.isRunning);
    this.disk?.close();
    this.disk = null;
  }
}
