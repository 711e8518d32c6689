import { randomUUID } from "node:crypto";
import { mkdir, readdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxSpec } from "@workspace-agent/core/ports";
import { hasCode, type Part } from "@workspace-agent/sandbox-process";
import { canAccess } from "../can-access.ts";
import { readAtOnce } from "../kill.ts";
import type { Controller, Hierarchy } from "./hierarchy.ts";
import { MOST_PROCESSES } from "./shell-limits.ts";

/** What the commands of a workspace may use together, beside processes. */
type Bounds = Pick<SandboxSpec, "memoryMb" | "cpus">;

/**
 * A group has two subgroups. The service's own small programs are counted separately, so that they can start when the commands have used up
 * their processes; and they get half of the processors while commands want all.
 */
const PARTS: readonly Part[] = ["commands", "files"];

const PERIOD_US = 100_000;
const PREFIX = "workspace-agent-";
/** The kernel needs a moment to remove the last process of a group. */
const REMOVAL_TRIES = 200;

/** `isOptional`: a kernel may lack the file. */
type Setting = readonly [controller: Controller, file: string, value: string, isOptional?: boolean];

/** The files of a group and their values. */
function settings(version: 1 | 2, { memoryMb, cpus }: Bounds): readonly Setting[] {
  const bytes = String(memoryMb * 1_048_576);
  const quota = String(Math.round(cpus * PERIOD_US));
  const pids = PARTS.map((part): Setting => ["pids", join(part, "pids.max"), String(MOST_PROCESSES)]);
  return version === 2
    ? [
        ...pids,
        ["memory", "memory.max", bytes],
        ["memory", "memory.swap.max", "0", true],
        ["cpu", "cpu.max", `${quota} ${PERIOD_US}`],
      ]
    : [
        ...pids,
        ["memory", "memory.limit_in_bytes", bytes],
        ["memory", "memory.memsw.limit_in_bytes", bytes, true],
        ["cpu", "cpu.cfs_period_us", String(PERIOD_US)],
        ["cpu", "cpu.cfs_quota_us", quota],
      ];
}

async function removeFolder(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return;
      if (!hasCode(error, "EBUSY") || tries === REMOVAL_TRIES) throw error;
      await sleep(10);
    }
  }
}

/** A control group for the commands of one workspace, whose limits they share. */
export class ControlGroup {
  private constructor(
    private readonly hierarchy: Hierarchy,
    private readonly name: string,
  ) {}

  static async make(hierarchy: Hierarchy, bounds: Bounds): Promise<ControlGroup> {
    const group = new ControlGroup(hierarchy, `${PREFIX}${process.pid}-${randomUUID()}`);
    try {
      await group.setUp(bounds);
      return group;
    } catch (error) {
      // Folders that cannot be removed now are removed as orphaned later.
      await group.remove().catch(() => {});
      throw error;
    }
  }

  private async setUp(bounds: Bounds): Promise<void> {
    const { version, folders } = this.hierarchy;
    await Promise.all(this.folders().map((folder) => mkdir(folder, { recursive: true })));
    if (version === 2) await writeFile(join(folders.pids, this.name, "cgroup.subtree_control"), "+pids +cpu");
    const parts = PARTS.flatMap((part) => this.foldersOf(part));
    await Promise.all(parts.map((folder) => mkdir(folder, { recursive: true })));
    for (const [controller, file, value, isOptional = false] of settings(version, bounds)) {
      const path = join(folders[controller], this.name, file);
      await writeFile(path, value).catch((error: unknown) => {
        if (!isOptional) throw error;
      });
    }
  }

  private folders(): string[] {
    return [...new Set(Object.values(this.hierarchy.folders))].map((folder) => join(folder, this.name));
  }

  /** Memory is counted for both parts together: in version 1 not every system adds up subgroups. */
  private foldersOf(part: Part): string[] {
    const { version, folders } = this.hierarchy;
    if (version === 2) return [join(folders.pids, this.name, part)];
    const own = (folder: string) => join(folder, this.name);
    return [...new Set([own(folders.memory), join(own(folders.pids), part), join(own(folders.cpu), part)])];
  }

  /**
   * The files by which a process joins a part with all that it will start: it writes 0 to each. In version 1, a thread that joins by itself
   * does not wait for the kernel's grace period, which takes about 10 ms.
   */
  filesOf(part: Part): string[] {
    const file = this.hierarchy.version === 2 ? "cgroup.procs" : "tasks";
    return this.foldersOf(part).map((folder) => join(folder, file));
  }

  /** How many processes the kernel has killed because the group's memory was used up; 0 once the group is removed. */
  memoryKills(): number {
    const file = this.hierarchy.version === 2 ? "memory.events" : "memory.oom_control";
    const path = join(this.hierarchy.folders.memory, this.name, file);
    return Number(/^oom_kill (\d+)$/m.exec(readAtOnce(path) ?? "")?.[1] ?? 0);
  }

  /** Its processes must have ended. */
  async remove(): Promise<void> {
    const folders = this.folders();
    await Promise.all(folders.flatMap((folder) => PARTS.map((part) => removeFolder(join(folder, part)))));
    await Promise.all(folders.map(removeFolder));
  }
}

/** Removes the groups of services that are gone. */
export async function removeOrphanedGroups({ folders }: Hierarchy): Promise<void> {
  for (const folder of new Set(Object.values(folders))) {
    for (const name of await readdir(folder)) {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (pid === undefined || (await canAccess(`/proc/${pid}/stat`))) continue;
      // One that still has processes belongs to a service in another process namespace.
      for (const part of [...PARTS, ""]) await rmdir(join(folder, name, part)).catch(() => {});
    }
  }
}
