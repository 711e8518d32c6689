import { setPriority } from "node:os";
import type { Logger, SandboxProcess, SandboxSpec } from "@workspace-agent/core";
import { ControlGroup, type Part } from "./control-group.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { withMemoryNote } from "./memory-note.ts";
import { ScratchUse } from "./scratch-use.ts";
import { MOST_PROCESSES, shellLimits } from "./shell-limits.ts";

/** Below the service, so that it answers while commands take all processors. */
const NICENESS = 10;

/** What bounds the commands of one place: a control group while it is in use, and what bash sets for itself. */
export class PlaceLimits {
  private group: ControlGroup | null = null;
  private readonly scratch: ScratchUse;

  constructor(
    /** Null: there are no control groups here. */
    private readonly hierarchy: Hierarchy | null,
    private readonly spec: SandboxSpec,
    private readonly logger: Logger,
    /** Folders that the commands share beside the volumes: `disk_mb` bounds them together. */
    folders: readonly string[],
  ) {
    this.scratch = new ScratchUse(folders, spec.diskMb * 1_048_576, logger);
  }

  /** A part of the script of a command. One that begins with the disk full can write no file, but remove some. */
  get shell(): string {
    const { memoryMb, diskMb } = this.spec;
    const { isFull } = this.scratch;
    const limits = shellLimits({ memoryMb, diskMb: isFull ? 0 : diskMb }, this.hierarchy !== null);
    const note = `[/tmp and the home folder hold more than ${diskMb} MiB: nothing can be written until some of it is removed]`;
    return isFull ? `echo '${note}' >&2; ${limits}` : limits;
  }

  async open(): Promise<void> {
    if (this.hierarchy === null) return;
    const { memoryMb, cpus } = this.spec;
    this.group = await ControlGroup.make(this.hierarchy, { memoryMb, cpus, processes: MOST_PROCESSES });
  }

  /** Puts a process under the limits, and with it all that it will start. */
  async join(pid: number, part: Part): Promise<void> {
    if (this.group === null) setPriority(pid, NICENESS);
    else await this.group.add(pid, part);
  }

  /** Starts a command, whose processes join. */
  async during(start: () => Promise<SandboxProcess>): Promise<SandboxProcess> {
    const end = this.scratch.begin();
    try {
      const process = await this.noted(start);
      void process.wait().then(end, end);
      return process;
    } catch (error) {
      end();
      throw error;
    }
  }

  private async noted(start: () => Promise<SandboxProcess>): Promise<SandboxProcess> {
    const { group } = this;
    if (group === null) return start();
    const before = await group.memoryKills();
    return withMemoryNote(await start(), group, before, this.spec.memoryMb);
  }

  /** What has to be called when the last command has ended. */
  closing(): () => Promise<void> {
    const { group } = this;
    this.group = null;
    this.scratch.stop();
    return async () => {
      await group?.remove().catch((error: unknown) => {
        this.logger.warn({ error }, "a control group could not be removed");
      });
    };
  }
}

/** For the service's log. */
export function describeLimits(hierarchy: Hierarchy | null): string {
  return hierarchy === null
    ? "there are no control groups to use: memory is bounded for each process alone, processes for each command, and processors not"
    : `the commands of a workspace are bounded together, by control groups of version ${hierarchy.version}`;
}
