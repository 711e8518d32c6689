import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { aMarker, processesWith } from "../bubblewrap.test-support.ts";
import { describeExhaustion, memoryBelow, traces } from "./exhaustion.test-support.ts";

/** Collects garbage first. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}

const ATTACKS: Readonly<Record<string, string>> = {
  "one that forks and ignores signals": `touch go; perl -e '$SIG{TERM} = $SIG{INT} = $SIG{HUP} = "IGNORE"; while (1) { fork // sleep 1 }'`,
  "one that takes all memory":
    'touch go; perl -e \'$x = "x" x (300 * 1048576); while (1) { push @y, "y" x 1048576 }\'; sleep 300',
  "one that fills shared memory": "touch go; head -c 10G /dev/zero > /dev/shm/x; sleep 300",
  "one that writes without an end": "touch go; yes > /tmp/big; sleep 300",
  "one that makes a file of 1 TB with a hole": "truncate -s 1T hole; touch go; sleep 300",
  "one that makes files by the thousand":
    "touch go; cd /tmp; for i in {1..100000}; do : > f$i; done; sleep 300",
  "one that opens descriptors without an end": `touch go; perl -e 'while (1) { open(my $f, "<", "/dev/null") ? push @f, $f : sleep 1 }'`,
  "one whose output of 10 GB nobody reads": "touch go; head -c 10G /dev/zero; sleep 300",
  "one that sleeps": "touch go; sleep infinity",
  "one that ignores what it can": "trap '' TERM INT HUP QUIT PIPE; touch go; while :; do sleep 1; done",
  "one that computes on all processors":
    "touch go; for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait",
};

describeExhaustion(ATTACKS, ({ workspace }) => {
  it("leaves no process, mount, folder, descriptor or memory after ten thousand commands in one workspace", async () => {
    const { provider, openAnother, dir } = workspace();
    const marker = aMarker();
    const use = async (workspaceId: string, rounds: number) => {
      const sandbox = await openAnother(workspaceId);
      const run = () => sandbox.run({ command: "true", env: { MARKER: marker } });
      for (let round = 0; round < rounds; round++) await Promise.all([run(), run(), run(), run()]);
      return await traces(dir);
    };
    await use("ws_few", 50);
    await provider.remove("ws_few");
    const before = await traces(dir);
    const heap = heapInUse();
    await use("ws_many", 100);
    const memory = await memoryBelow();
    const meanwhile = await use("ws_many", 2_400);
    expect((await memoryBelow()) - memory).toBeLessThan(4 * 1_048_576);
    // Of the workspace and of the bash that is started ahead, not of each command.
    expect(meanwhile.descriptors - before.descriptors).toBeLessThan(100);
    expect(await processesWith(marker)).toEqual([]);
    await provider.remove("ws_many");
    await expect.poll(() => traces(dir, before.descriptors)).toEqual(before);
    expect(heapInUse() - heap).toBeLessThan(16 * 1_048_576);
  }, 600_000);

  it("leaves no process, mount, folder or descriptor after two hundred workspaces were deleted", async () => {
    const marker = aMarker();
    const use = async (workspaceId: string) => {
      const sandbox = await workspace().openAnother(workspaceId);
      await sandbox.run({ command: "(setsid sleep 300 &); echo x > /tmp/f", env: { MARKER: marker } });
      await workspace().provider.remove(workspaceId);
    };
    await use("ws_first");
    const before = await traces(workspace().dir);
    for (let round = 0; round < 50; round++)
      await Promise.all([0, 1, 2, 3].map((index) => use(`ws_many_${round}_${index}`)));
    expect(await processesWith(marker)).toEqual([]);
    await expect.poll(() => traces(workspace().dir, before.descriptors)).toEqual(before);
  }, 180_000);
});
