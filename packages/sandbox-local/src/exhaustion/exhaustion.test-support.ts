import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeExhaustion, EXHAUSTING_COMMANDS } from "@workspace-agent/core/testing";
import { describe } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { findHierarchy } from "../limits/hierarchy.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { processesWith } from "../../../sandbox-process/src/testing/host.ts";

export const isSkipped = skips("what exhausts the local sandbox", await whyNoBubblewrap());

/** The commands of the standard suite. The full one has the others. */
const FIRST = ["a fork bomb", "many that take all memory together", "one that got away three times"];

const hierarchy = await findHierarchy();

/** What a workspace may leave on the host. Counts at least `least` descriptors, since those of an earlier command may just be closing. */
export async function traces(dir: string, least = 0) {
  const sandboxes = join(dir, "sandboxes");
  // Counts only this provider's, since other programs make mounts and control groups too.
  const mounts = await readFile("/proc/self/mountinfo", "utf8");
  const groups = await Promise.all(
    [...new Set(Object.values(hierarchy?.folders ?? {}))].map((folder) => readdir(folder)),
  );
  return {
    mounts: mounts.split("\n").filter((line) => line.includes(dir)),
    folders: await readdir(join(sandboxes, "workspaces")).catch(() => []),
    descriptors: Math.max(least, (await readdir("/proc/self/fd")).length),
    groups: groups.flat().filter((name) => name.startsWith(`workspace-agent-${process.pid}-`)).length,
  };
}

/** The resident memory of all processes below this one, in bytes. */
export async function memoryBelow(pid: number | "self" = "self"): Promise<number> {
  const read = (path: string) => readFile(`/proc/${path}`, "latin1").catch(() => "");
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const listed = await Promise.all(threads.map((id) => read(`${pid}/task/${id}/children`)));
  const children = listed.join(" ").split(" ").filter(Boolean).map(Number);
  const own = /^VmRSS:\s+(\d+) kB/m.exec(pid === "self" ? "" : await read(`${pid}/status`))?.[1] ?? 0;
  const below = await Promise.all(children.map(memoryBelow));
  return below.reduce((sum, bytes) => sum + bytes, Number(own) * 1_024);
}

export function describeLocalExhaustion({ isFirst }: { readonly isFirst: boolean }): void {
  const commands = Object.entries(EXHAUSTING_COMMANDS).filter(([name]) => FIRST.includes(name) === isFirst);
  describe.skipIf(isSkipped)("with bubblewrap", () => {
    describeExhaustion(
      "the local sandbox",
      async () => {
        const workspace = await oneWorkspace();
        return {
          ...workspace,
          traces: (least) => traces(workspace.dir, least),
          processesWith,
          memory: () => process.memoryUsage().rss,
        };
      },
      { commands: Object.fromEntries(commands), rounds: isFirst ? 0 : 50 },
    );
  });
}
