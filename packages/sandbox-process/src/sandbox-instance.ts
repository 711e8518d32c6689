import type { Writable } from "node:stream";
import type { Logger } from "@workspace-agent/core";
import { quotaOf } from "@workspace-agent/core/internal";
import {
  checkCommand,
  neverStarted,
  runToEnd,
  sandboxFiles,
  sandboxUnavailable,
  type CommandOptions,
  type NetworkRefusal,
  type Sandbox,
  type SandboxMount,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { feed } from "./commands/feed.ts";
import { killOnAbort } from "./commands/kill-on-abort.ts";
import { RunningCommands } from "./commands/running-commands.ts";
import type { DiskArea } from "./disk/disk-area.ts";
import { DiskWatch } from "./disk/disk-watch.ts";
import { namelessFiles } from "./disk/nameless-files.ts";
import type { WatchedAreas } from "./disk/watched-areas.ts";
import { worksIn } from "./disk/works-in.ts";
import { filesInside } from "./files-inside.ts";
import { Refusals } from "./refusals.ts";

/** What the instances of a provider share. */
export interface InstanceContext {
  readonly logger: Logger;
  readonly areas: WatchedAreas;
  /** An instance without commands for this long is stopped. */
  readonly idleMs: number;
  /** Called for each connection that the egress gateway refused. */
  readonly onRefused: () => void;
}

/**
 * Whose command it is: the workspace's, or the service's own, which is small and accesses files inside. The latter should start even where
 * the former have used up the workspace's limits.
 */
export type Part = "commands" | "files";

/** A started command. Without `stdin` it takes no input. */
export interface StartedCommand extends SandboxProcess {
  readonly stdin?: Writable | null;
}

/** Runs the commands of one workspace, by one spec. An adapter says how a command starts, and how all of them end. */
export abstract class SandboxInstance {
  protected readonly commands = new RunningCommands();
  protected readonly logger: Logger;
  private readonly refusals = new Refusals();
  private disk: DiskWatch | null = null;
  private idle: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(
    protected readonly spec: SandboxSpec,
    private readonly context: InstanceContext,
  ) {
    this.logger = context.logger;
  }

  abstract readonly isRunning: boolean;
  protected abstract readonly description: string;
  /** Starts a command whose options were checked. The caller feeds it, and kills it when it is aborted. */
  protected abstract begin(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: Part,
  ): Promise<StartedCommand>;
  /** Ends all commands and releases what they share. The next command may make it again. */
  protected abstract stop(): Promise<void>;
  /** The folders on the host's disk that commands may write to, beside the volumes. */
  protected scratch(): readonly DiskArea[] {
    return [];
  }

  /** Notes a connection that the egress gateway refused. */
  protected readonly refuse = (refusal: NetworkRefusal): void => {
    this.refusals.add(refusal);
    this.context.onRefused();
  };

  /** A handle whose commands see these mounts. They may differ from the spec's in those only that are exchangeable. */
  open(mounts: readonly SandboxMount[]): Sandbox {
    const spawn = (options: CommandOptions) => this.spawn(options, mounts, "commands");
    const reach = (options: CommandOptions) => this.spawn(options, mounts, "files");
    return {
      description: this.description,
      ...sandboxFiles(mounts, filesInside(reach)),
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => this.commands.killGroup(group),
      takeRefusals: () => this.refusals.take(),
    };
  }

  private async spawn(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: Part,
  ): Promise<SandboxProcess> {
    const sleep = () => this.stopWhenIdle();
    try {
      checkCommand(options);
      if (this.hasEnded) throw sandboxUnavailable("The sandbox of the workspace was replaced or removed.");
      clearTimeout(this.idle);
      const disk = (this.disk ??= this.watchDisk());
      const process = await this.commands.start(options.group, () =>
        disk.during(
          (full) =>
            this.start({ ...options, command: this.bounded(options.command, full, part) }, mounts, part),
          options.abortSignal,
        ),
      );
      process.wait().then(sleep, sleep);
      return process;
    } catch (error) {
      sleep();
      // Its writer would wait forever.
      await options.stdin?.cancel(error).catch(() => {});
      throw error;
    }
  }

  private async start(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: Part,
  ): Promise<SandboxProcess> {
    const begun: StartedCommand =
      options.abortSignal?.aborted === true ? neverStarted() : await this.begin(options, mounts, part);
    const { stdin: pipe = null, ...process } = begun;
    killOnAbort(process, options.abortSignal, this.logger);
    if (pipe === null) await options.stdin?.cancel().catch(() => {});
    else if (options.stdin !== undefined) feed(options.stdin, pipe, process, this.logger);
    return process;
  }

  /**
   * Limits the files of a command to the size of the disk, or, where that is full, to nothing: it can still remove some. What it writes beyond
   * the limit is refused ("File too large") instead of ending the program by a signal.
   */
  private bounded(command: string, full: string | null, part: Part): string {
    const limited = (kibibytes: number) =>
      `trap '' XFSZ 2>/dev/null; ulimit -f ${kibibytes} 2>/dev/null; ${command}`;
    if (full === null) return limited(this.spec.diskMb * 1_024);
    const note = `[disk full: ${full}; nothing can be written until some of it is removed]`;
    return `${part === "commands" ? `echo '${note}' >&2; ` : ""}${limited(0)}`;
  }

  private watchDisk(): DiskWatch {
    const { mounts, diskMb } = this.spec;
    const volumes = mounts.flatMap(({ target: name, volume, access }, index): DiskArea[] => {
      const { hostPath: path, quota } = volume;
      if (access !== "write" || path === undefined) return [];
      return [{ name, path, quota, isShared: index > 0, usage: (upTo) => volume.usage({ upTo }) }];
    });
    const [own] = volumes;
    const { maxBytes, maxInodes } = quotaOf(diskMb);
    const nameless = volumes.slice(0, 1).map(({ name, path }): DiskArea => ({
      name: "what was removed and is still open",
      path,
      quota: { bytes: maxBytes, inodes: maxInodes },
      usage: () => namelessFiles(path, name),
    }));
    const presenceIn = async ({ name }: DiskArea) =>
      own === undefined ? null : await worksIn(name, { folder: own.path, target: own.name });
    const areas = [...volumes, ...nameless, ...this.scratch()];
    return new DiskWatch(areas, this.context.areas, this.logger, presenceIn);
  }

  private stopWhenIdle(): void {
    clearTimeout(this.idle);
    if (this.hasEnded) return;
    this.idle = setTimeout(() => {
      if (this.commands.isEmpty) this.stopIdle();
      else this.stopWhenIdle();
    }, this.context.idleMs);
    this.idle.unref();
  }

  /** Stops unless a command runs or starts. */
  stopIdle(): void {
    if (this.hasEnded || !this.commands.isEmpty) return;
    clearTimeout(this.idle);
    this.stop().catch((error: unknown) => {
      this.logger.error({ error }, "the idle sandbox of a workspace could not be stopped");
    });
  }

  /** Ends all commands for good: what was opened here runs no more. */
  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.idle);
    // A command that was just starting may have made again what was stopped.
    do await this.stop();
    while (this.isRunning);
    this.disk?.close();
    this.disk = null;
  }
}
