import { getPriority } from "node:os";
import type { Logger } from "@workspace-agent/core";
import type { SandboxSpec } from "@workspace-agent/core/ports";
import { followed, type Part, type StartedCommand } from "@workspace-agent/sandbox-process";
import { ControlGroup } from "./control-group.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { shellLimits } from "./shell-limits.ts";

const NICER_BY = 10;
const NICEST = 19;

/** Commands have a lower priority, so that the service responds while they use all processors. Only root could raise it. */
export const nicenessOfCommands = (ofService: number) => Math.min(ofService + NICER_BY, NICEST);

/** The limits of one instance's commands while it is in use: a control group, and the limits that bash sets for itself. */
export class InstanceLimits {
  private constructor(
    /** Null: there are no control groups here. */
    private readonly group: ControlGroup | null,
    private readonly spec: SandboxSpec,
    private readonly logger: Logger,
  ) {}

  static async open(hierarchy: Hierarchy | null, spec: SandboxSpec, logger: Logger): Promise<InstanceLimits> {
    const group = hierarchy === null ? null : await ControlGroup.make(hierarchy, spec);
    return new InstanceLimits(group, spec, logger);
  }

  /** Sets limits in the script of a command. */
  shell(part: Part): string {
    return shellLimits(this.spec, { hasGroups: this.group !== null, part });
  }

  /** The priority of what starts commands; null: the processors are limited by a control group. */
  get niceness(): number | null {
    return this.group === null ? nicenessOfCommands(getPriority()) : null;
  }

  /** The files of the control groups of a part: a process joins that writes 0 to each. */
  groupFiles(part: Part): readonly string[] {
    return this.group?.filesOf(part) ?? [];
  }

  /** Starts a command, and adds a note to its standard error when the kernel has killed a process because the workspace's memory was used up. */
  async during(start: () => Promise<StartedCommand>): Promise<StartedCommand> {
    const { group } = this;
    if (group === null) return start();
    const before = group.memoryKills();
    const command = await start();
    const note = async () => {
      await command.wait();
      return group.memoryKills() > before
        ? `\n[out of memory: the workspace's commands may use ${this.spec.memoryMb} MiB together, and the kernel has killed a process]\n`
        : null;
    };
    return { ...command, stderr: followed(command.stderr, note) };
  }

  /** To be called after the last command has ended. */
  async close(): Promise<void> {
    await this.group?.remove().catch((error: unknown) => {
      this.logger.warn({ error }, "a control group could not be removed");
    });
  }
}

/** For the service's log. */
export function describeLimits(hierarchy: Hierarchy | null): string {
  return hierarchy === null
    ? "no control groups can be used: memory is limited for each process, processes for each sandbox, and processors not at all"
    : `the commands of a workspace are limited together, by control groups of version ${hierarchy.version}`;
}
