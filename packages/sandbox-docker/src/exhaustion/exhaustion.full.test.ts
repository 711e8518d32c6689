import type { Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { aMarker, processesWith, traces } from "./traces.test-support.ts";

/** Commands that exhaust a resource and run until they are ended. */
const ATTACKS: Readonly<Record<string, string>> = {
  "a fork bomb": "bomb() { bomb | bomb & }; touch go; bomb; sleep 300",
  "one that forks and ignores signals": `touch go; perl -e '$SIG{TERM} = $SIG{INT} = $SIG{HUP} = "IGNORE"; while (1) { fork // sleep 1 }'`,
  "one that takes all memory": "touch go; perl -e 'while (1) { push @y, \"y\" x 1048576 }'; sleep 300",
  "many that take all memory together":
    "touch go; for i in 1 2 3 4 5 6 7 8; do perl -e '$x = \"x\" x (60 * 1048576); sleep 300' & done; wait; sleep 300",
  "one that fills /tmp and shared memory":
    "touch go; head -c 10G /dev/zero > /dev/shm/x; head -c 10G /dev/zero > /tmp/x; sleep 300",
  "one that makes a file of 1 TB with a hole": "truncate -s 1T hole; touch go; sleep 300",
  "one that makes files by the thousand":
    "touch go; mkdir -p many; cd many; for i in {1..100000}; do : > f$i; done; sleep 300",
  "one that opens descriptors without an end": `touch go; perl -e 'while (1) { open(my $f, "<", "/dev/null") ? push @f, $f : sleep 1 }'`,
  "one whose output of 10 GB nobody reads": "touch go; head -c 10G /dev/zero; sleep 300",
  "one that sleeps": "touch go; sleep infinity",
  "one that ignores what it can": "trap '' TERM INT HUP QUIT PIPE; touch go; while :; do sleep 1; done",
  "one that got away three times":
    "( setsid nohup bash -c '( ( trap \"\" TERM HUP; touch go; while :; do sleep 1; done ) & )' >/dev/null 2>&1 & ); sleep 300",
  "one that got away and took no mark along":
    '( setsid env -i MARKER="$MARKER" /bin/bash -c \'( ( trap "" TERM; touch go; while :; do /bin/sleep 1; done ) & )\' >/dev/null 2>&1 & ); sleep 300',
  "one that computes on all processors":
    "touch go; for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait",
};

const reason = await whyNoDocker();
if (reason !== null) console.warn(`\nSKIPPED: what exhausts containers, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "commands that exhaust the host", () => {
  let workspace: OneWorkspace;
  let other: Sandbox;

  beforeAll(async () => {
    workspace = await oneWorkspace();
    other = await workspace.openAnother("ws_other");
    await other.run({ command: "true" });
  });
  afterAll(async () => {
    await workspace.remove();
  });

  it.for(Object.entries(ATTACKS))(
    "%s does not disturb other workspaces, and leaves nothing",
    async ([name, command]) => {
      const workspaceId = `ws_attack_${name.replaceAll(/\W/g, "_").slice(0, 60)}`;
      const marker = aMarker();
      await other.run({ command: "true" });
      const before = await traces(workspace);
      const memoryBefore = process.memoryUsage().rss;
      const sandbox = await workspace.openAnother(workspaceId);
      const stop = new AbortController();
      const started = await sandbox.spawn({ command, env: { MARKER: marker }, abortSignal: stop.signal });
      const isUnderWay = async () => (await sandbox.stat({ path: "/workspace/go" })) !== null;
      await expect.poll(isUnderWay).toBe(true);
      expect(await other.run({ command: "sleep 1; echo works" })).toMatchObject({ stdout: "works\n" });
      expect(await processesWith(marker)).toBeLessThanOrEqual(256);
      expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100 * 1_048_576);

      stop.abort();
      expect(await started.wait()).toEqual({ exitCode: 137 });
      await expect.poll(() => processesWith(marker)).toBe(0);
      expect(await sandbox.run({ command: "echo again" })).toMatchObject({ exitCode: 0, stdout: "again\n" });
      await started.stdout.cancel();
      await started.stderr.cancel();
      await workspace.provider.remove(workspaceId);
      await expect.poll(() => traces(workspace, before.descriptors)).toEqual(before);
    },
  );

  it("leave no process, container, volume, network, mount, folder or descriptor after two hundred workspaces were deleted", async () => {
    const marker = aMarker();
    const use = async (workspaceId: string) => {
      const sandbox = await workspace.openAnother(workspaceId);
      const command = "(setsid sleep 300 &); echo x > /tmp/f; cat /tmp/f";
      expect((await sandbox.run({ command, env: { MARKER: marker } })).stdout).toBe("x\n");
      await workspace.provider.remove(workspaceId);
    };
    await use("ws_first");
    const before = await traces(workspace);
    const rows = (await workspace.containers.list(workspace.placement)).length;
    for (let round = 0; round < 50; round++)
      await Promise.all([0, 1, 2, 3].map((index) => use(`ws_many_${round}_${index}`)));
    expect(await processesWith(marker)).toBe(0);
    expect((await workspace.containers.list(workspace.placement)).length).toBe(rows);
    await expect.poll(() => traces(workspace, before.descriptors)).toEqual(before);
  }, 300_000);
});
