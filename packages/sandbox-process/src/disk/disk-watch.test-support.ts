import { silentLogger } from "@workspace-agent/core";
import type { SandboxProcess, VolumeUse } from "@workspace-agent/core/ports";
import { fakeClock } from "@workspace-agent/core/testing";
import { DiskWatch } from "./disk-watch.ts";
import { WatchedAreas } from "./watched-areas.ts";
import type { Presence } from "./works-in.ts";

export const MIB = 1_048_576;
const QUOTA: VolumeUse = { bytes: 10 * MIB, inodes: 1_000 };

interface Given {
  readonly quota?: VolumeUse;
  /** How long a measurement of the area takes. */
  readonly takes?: number;
  /** Whether a measurement returns the use at its end instead of its start. */
  readonly isLate?: boolean;
  readonly isShared?: boolean;
}

/** A file system with an area, and commands of workspaces that write as the test says. */
export function given({ quota = QUOTA, takes = 0, isLate = false, isShared = false }: Given = {}) {
  const clock = fakeClock();
  const total = { bytes: 1_000_000 * MIB, inodes: 10_000_000 };
  const use = { bytes: 0, inodes: 0 };
  const others = { bytes: 0, inodes: 0 };
  const counts = { measured: 0 };
  const all = new WatchedAreas(silentLogger, {
    clock,
    spaceOf: async () => ({
      total,
      free: {
        bytes: total.bytes - use.bytes - others.bytes,
        inodes: total.inodes - use.inodes - others.inodes,
      },
    }),
  });
  const area = {
    name: "/workspace",
    path: "/data",
    quota,
    isShared,
    async usage() {
      counts.measured++;
      const seen = { ...use };
      if (takes > 0) await clock.sleep(takes);
      return isLate ? { ...use } : seen;
    },
  };
  const workspace = (presence: Presence = null) =>
    new DiskWatch([area], all, silentLogger, async () => presence);
  const watch = workspace();
  /** Starts a command, which receives why it may not write. */
  async function command(of = watch) {
    const ending = Promise.withResolvers<{ exitCode: number }>();
    const seen: { reason: string | null; process: SandboxProcess | null } = { reason: null, process: null };
    const starting = of.during(async (reason) => {
      seen.reason = reason;
      return {
        stdout: new Blob([]).stream(),
        stderr: new Blob([]).stream(),
        wait: () => ending.promise,
        kill: async () => ending.resolve({ exitCode: 137 }),
      };
    });
    const process = await starting;
    let exitCode: number | null = null;
    void process.wait().then((end) => (exitCode = end.exitCode));
    return {
      reason: seen.reason,
      isKilled: () => exitCode === 137,
      async end() {
        ending.resolve({ exitCode: 0 });
        return await new Response(process.stderr).text();
      },
      stderr: () => new Response(process.stderr).text(),
    };
  }
  return { clock, use, others, counts, workspace, command, total };
}
