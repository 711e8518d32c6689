import { getPriority, setPriority } from "node:os";
import type { Logger } from "@workspace-agent/core";
import type { SandboxProcess, SandboxSpec } from "@workspace-agent/core/ports";
import { ControlGroup, type Part } from "./control-group.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { withMemoryNote } from "./memory-note.ts";
import { MOST_PROCESSES, shellLimits } from "./shell-limits.ts";

const NICER_BY = 10;
const NICEST = 19;

/** Below the service, so that it answers while commands take all processors. Never above it, which only root may ask for. */
export const nicenessOfCommands = (ofService: number) => Math.min(ofService + NICER_BY, NICEST);

/** What bounds the commands of one place: a control group while it is in use, and what bash sets for itself. */
export class PlaceLimits {
  private group: ControlGroup | null = null;

  constructor(
    /** Null: there are no control groups here. */
    private readonly hierarchy: Hierarchy | null,
    private readonly spec: SandboxSpec,
    private readonly logger: Logger,
  ) {}

  /** A part of the script of a command. */
  get shell(): string {
    return shellLimits(this.spec, this.hierarchy !== null);
  }

  async open(): Promise<void> {
    if (this.hierarchy === null) return;
    const { memoryMb, cpus } = this.spec;
    this.group = await ControlGroup.make(this.hierarchy, { memoryMb, cpus, processes: MOST_PROCESSES });
  }

  /** Puts a process under the limits, and with it all that it will start. */
  async join(pid: number, part: Part): Promise<void> {
    if (this.group === null) setPriority(pid, nicenessOfCommands(getPriority()));
    else await this.group.add(pid, part);
  }

  /** Starts a command, whose processes join. */
  async during(start: () => Promise<SandboxProcess>): Promise<SandboxProcess> {
    const { group } = this;
    if (group === null) return start();
    const before = await group.memoryKills();
    return withMemoryNote(await start(), group, before, this.spec.memoryMb);
  }

  /** What has to be called when the last command has ended. */
  closing(): () => Promise<void> {
    const { group } = this;
    this.group = null;
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
