import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@workspace-agent/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processesWith, whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { findHierarchy } from "../limits/hierarchy.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";

const MEMORY_MB = 512;

/** Commands that use up what there is; each goes on for as long as it is let, or ends by itself. */
const ATTACKS: Readonly<Record<string, string>> = {
  "a fork bomb": "bomb() { bomb | bomb & }; touch go; bomb; sleep 300",
  "one that forks and ignores signals": `touch go; perl -e '$SIG{TERM} = $SIG{INT} = $SIG{HUP} = "IGNORE"; while (1) { fork // sleep 1 }'`,
  "one that takes all memory":
    'touch go; perl -e \'$x = "x" x (300 * 1048576); while (1) { push @y, "y" x 1048576 }\'; sleep 300',
  "many that take all memory together":
    "touch go; for i in 1 2 3 4 5 6 7 8; do perl -e '$x = \"x\" x (200 * 1048576); sleep 300' & done; wait; sleep 300",
  "one that fills shared memory": "touch go; head -c 10G /dev/zero > /dev/shm/x; sleep 300",
  "one that writes without an end": "touch go; yes > /tmp/big; sleep 300",
  "one that makes a file of 1 TB with a hole": "truncate -s 1T hole; touch go; sleep 300",
  "one that makes files by the thousand":
    "touch go; cd /tmp; for i in {1..100000}; do : > f$i; done; sleep 300",
  "one that opens descriptors without an end": `touch go; perl -e 'while (1) { open(my $f, "<", "/dev/null") ? push @f, $f : sleep 1 }'`,
  "one whose output of 10 GB nobody reads": "touch go; head -c 10G /dev/zero; sleep 300",
  "one that sleeps": "touch go; sleep infinity",
  "one that ignores what it can": "trap '' TERM INT HUP QUIT PIPE; touch go; while :; do sleep 1; done",
  "one that got away three times":
    "( setsid nohup bash -c '( ( trap \"\" TERM HUP; touch go; while :; do sleep 1; done ) & )' >/dev/null 2>&1 & ); sleep 300",
  "one that computes on all processors":
    "touch go; for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait",
};

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: what exhausts the local sandbox, since ${reason}\n`);

const hierarchy = await findHierarchy();

/** What a place may leave on the host. Descriptors count from `least` on: those of an earlier command may just be closing. */
async function traces(dir: string, least = 0) {
  const sandboxes = join(dir, "sandboxes");
  // Other programs of the host mount and make control groups too.
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

describe.skipIf(reason !== null)(
  `commands that use up the host${reason === null ? "" : ` (${reason})`}`,
  () => {
    let place: OneWorkspace;
    let other: Sandbox;

    beforeAll(async () => {
      place = await oneWorkspace();
      other = await place.openAnother("ws_2");
    });
    afterAll(async () => {
      await place.remove();
    });

    it.for(Object.entries(ATTACKS))(
      "%s keeps nobody from working, and leaves nothing",
      { timeout: 60_000 },
      async ([name, command]) => {
        const workspaceId = `ws_attack_${name.replaceAll(/\W/g, "_").slice(0, 60)}`;
        const marker = `marker-of-${workspaceId}`;
        await other.run({ command: "true" });
        const before = await traces(place.dir);
        const memoryBefore = process.memoryUsage().rss;
        const sandbox = await place.openAnother(workspaceId);
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
        await place.provider.remove(workspaceId);
        await expect.poll(() => traces(place.dir, before.descriptors)).toEqual(before);
      },
    );

    it("is told to the agent where memory was used up, in its exit code and in words", async () => {
      const { exitCode, stderr } = await other.run({
        command: `exec perl -e '$x = "x" x (${MEMORY_MB + 200} * 1048576)'`,
      });
      expect(exitCode).not.toBe(0);
      expect(stderr).toMatch(/out of memory/i);
    });

    it("bounds the commands of a workspace together where there are control groups", async (context) => {
      const { groups } = await traces(place.dir);
      if (groups === 0) {
        console.warn("\nSKIPPED: bounds for commands together: this host has no control groups to use\n");
        context.skip();
      }
      const half = `perl -e '$x = "x" x ${(MEMORY_MB * 0.7 * 1_048_576).toFixed(0)}; sleep 2; print "kept\\n"'`;
      const both = await Promise.all([other.run({ command: half }), other.run({ command: half })]);
      expect(both.filter(({ stdout }) => stdout === "kept\n").length).toBeLessThan(2);
      expect(both.some(({ stderr }) => stderr.includes("[out of memory: "))).toBe(true);
    });

    it("makes no file that is larger than the workspace's disk", async () => {
      const { exitCode } = await other.run({ command: "head -c 600M /dev/zero > /tmp/large" });
      expect(exitCode).toBe(153);
      const file = join(place.dir, "sandboxes", "workspaces", "ws_2", "tmp", "large");
      expect((await stat(file)).size).toBe(MEMORY_MB * 1_048_576);
      await other.run({ command: "rm /tmp/large" });
    });

    it("lets nothing more be written when /tmp and the home folder are full, and says so, but lets files be removed", async () => {
      const sandbox = await place.openAnother("ws_full");
      await sandbox.run({ command: "for i in 1 2 3; do head -c 200M /dev/zero > /tmp/f$i; done" });
      const write = () => sandbox.run({ command: "echo x > more" });
      await expect.poll(async () => (await write()).exitCode).not.toBe(0);
      expect((await write()).stderr).toContain("more than 512 MiB");
      expect((await sandbox.run({ command: "rm /tmp/f*; ls /tmp" })).stdout).toBe("");
      await expect.poll(async () => (await write()).exitCode).toBe(0);
      await place.provider.remove("ws_full");
    }, 60_000);

    it("leaves no process, mount, folder or descriptor of two hundred workspaces that were made, used and deleted", async () => {
      const marker = "marker-of-many-workspaces";
      const use = async (workspaceId: string) => {
        const sandbox = await place.openAnother(workspaceId);
        await sandbox.run({ command: "(setsid sleep 300 &); echo x > /tmp/f", env: { MARKER: marker } });
        await place.provider.remove(workspaceId);
      };
      await use("ws_first");
      const before = await traces(place.dir);
      for (let round = 0; round < 50; round++)
        await Promise.all([0, 1, 2, 3].map((index) => use(`ws_many_${round}_${index}`)));
      expect(await processesWith(marker)).toEqual([]);
      await expect.poll(() => traces(place.dir, before.descriptors)).toEqual(before);
    }, 180_000);
  },
);
