import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aMarker, processesWith, whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { findHierarchy } from "../limits/hierarchy.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";

export const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: what exhausts the local sandbox, since ${reason}\n`);

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

/** A provider with a workspace, and another one that exhausts resources. The functions are valid within tests. */
export interface BesideOthers {
  readonly workspace: () => OneWorkspace;
  readonly other: () => Sandbox;
}

/** Describes commands that exhaust a resource until they end or are ended, and tests of other workspaces beside them. */
export function describeExhaustion(
  attacks: Readonly<Record<string, string>>,
  tests: (beside: BesideOthers) => void,
): void {
  describe.skipIf(reason !== null)(
    `commands that exhaust the host${reason === null ? "" : ` (${reason})`}`,
    () => {
      let workspace: OneWorkspace;
      let other: Sandbox;

      beforeAll(async () => {
        workspace = await oneWorkspace();
        other = await workspace.openAnother("ws_2");
      });
      afterAll(async () => {
        await workspace.remove();
      });

      it.for(Object.entries(attacks))(
        "%s does not disturb other workspaces, and leaves nothing",
        async ([name, command]) => {
          const workspaceId = `ws_attack_${name.replaceAll(/\W/g, "_").slice(0, 60)}`;
          const marker = aMarker();
          await other.run({ command: "true" });
          const before = await traces(workspace.dir);
          const memoryBefore = process.memoryUsage().rss;
          const sandbox = await workspace.openAnother(workspaceId);
          const stop = new AbortController();
          const started = await sandbox.spawn({ command, env: { MARKER: marker }, abortSignal: stop.signal });
          const isUnderWay = async () => (await sandbox.stat({ path: "/workspace/go" })) !== null;
          await expect.poll(isUnderWay).toBe(true);
          expect(await other.run({ command: "sleep 1; echo works" })).toMatchObject({ stdout: "works\n" });
          expect((await processesWith(marker)).length).toBeLessThanOrEqual(256);
          expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100 * 1_048_576);

          stop.abort();
          expect(await started.wait()).toEqual({ exitCode: 137 });
          expect(await processesWith(marker)).toEqual([]);
          expect(await sandbox.run({ command: "echo again" })).toMatchObject({
            exitCode: 0,
            stdout: "again\n",
          });
          await started.stdout.cancel();
          await started.stderr.cancel();
          await workspace.provider.remove(workspaceId);
          await expect.poll(() => traces(workspace.dir, before.descriptors)).toEqual(before);
        },
      );

      tests({ workspace: () => workspace, other: () => other });
    },
  );
}
