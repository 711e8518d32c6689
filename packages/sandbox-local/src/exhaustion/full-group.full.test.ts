import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("files where all processes are taken", await whyNoBubblewrap());

const FULL =
  'trap "" TERM; echo go > /workspace/go; for i in {1..400}; do sleep 300 & done 2>/dev/null; wait';

describe.skipIf(isSkipped)("where the commands of a workspace use all their processes", () => {
  it("files inside can be written, listed, read and removed, and a command fails or runs, but never hangs", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const running = await sandbox.spawn({ command: FULL });
    await expect.poll(() => sandbox.stat({ path: "/workspace/go" })).not.toBeNull();
    const refused = async () => {
      const ended = await sandbox.run({ command: "ls | cat" }).catch((error: unknown) => ({ error }));
      return "error" in ended ? ended.error : ended.stderr;
    };
    await expect.poll(refused, { timeout: 30_000 }).not.toBe("");
    const path = "/tmp/outputs/whole.txt";
    await sandbox.writeTextFile({ path, content: "x\n".repeat(100_000) });
    expect(await sandbox.listDirectory({ path: "/tmp/outputs" })).toEqual([
      { name: "whole.txt", type: "file" },
    ]);
    expect((await sandbox.readTextFile({ path }))?.length).toBe(200_000);
    expect(await sandbox.deleteFile({ path })).toBe(true);
    await running.kill();
    expect(await sandbox.run({ command: "echo again" })).toMatchObject({ stdout: "again\n" });
  });
});
