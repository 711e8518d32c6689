import { quotaOf } from "@workspace-agent/core/internal";
import { expect, it, onTestFinished } from "vitest";
import { makeLocal, isSkipped } from "./disk.test-support.ts";
import { specOf } from "../../../sandbox-process/src/testing/spec-of.ts";

const isRoot = process.geteuid?.() === 0;

// Only root may see which processes write.
it.skipIf(isSkipped || !isRoot)(
  "the commands of a workspace that fills /mnt/afs are ended, and those of another workspace of the tenant run on",
  async () => {
    const { provider, volumes, remove } = await makeLocal();
    await provider.start();
    onTestFinished(async () => {
      await provider.close();
      await volumes.close();
      await remove();
    });
    const open = async (workspaceId: string) => {
      const own = specOf(await volumes.workspace(workspaceId, quotaOf(64)), { workspaceId, diskMb: 64 });
      const volume = await volumes.shared("tenant", quotaOf(16));
      return provider.open({
        ...own,
        mounts: [...own.mounts, { target: "/mnt/afs", volume, access: "write" }],
      });
    };
    const [filling, working] = [await open("ws_filling"), await open("ws_working")];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const command = "while :; do echo x >> f; sleep 0.1; done";
    const work = await working.spawn({ command, abortSignal: stop.signal });
    const ended: number[] = [];
    void work.wait().then(({ exitCode }) => ended.push(exitCode));
    const filled = await filling.run({
      command: `perl -e 'open(my $f, ">", "/mnt/afs/f") or die; while (1) { syswrite($f, "x" x 65536) }'`,
    });
    expect(filled.exitCode).toBe(137);
    expect(filled.stderr).toMatch(/\[disk full: \/mnt\/afs takes .* MiB; the command was killed\]/);
    const write = { command: "echo x > g; cat g" };
    expect(await working.run(write)).toMatchObject({ exitCode: 0, stdout: "x\n", stderr: "" });
    expect(await filling.run(write)).toMatchObject({ exitCode: 0, stdout: "" });
    expect(ended).toEqual([]);
    expect(await filling.run({ command: "rm /mnt/afs/f" })).toMatchObject({ exitCode: 0 });
    expect(await filling.run(write)).toMatchObject({ exitCode: 0, stdout: "x\n", stderr: "" });
    stop.abort();
    await work.wait();
  },
);
