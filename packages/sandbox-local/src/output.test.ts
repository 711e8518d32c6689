import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("the output of the local sandbox's commands", await whyNoBubblewrap());

describe.skipIf(isSkipped)("the output of a command in the local sandbox", () => {
  let workspace: OneWorkspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    workspace = await oneWorkspace();
    ({ sandbox } = workspace);
  });
  afterAll(async () => {
    await workspace.provider.close();
    expect(await readdir(join(workspace.dir, "sandboxes"))).not.toContainEqual(
      expect.stringContaining("pipes"),
    );
    await workspace.remove();
  });

  it("can be opened by name", async () => {
    const command =
      "echo a > /dev/stderr; echo b | tee /dev/stdout; echo c > /dev/fd/1; echo d >> /dev/stderr";
    expect(await sandbox.run({ command })).toEqual({ exitCode: 0, stdout: "b\nb\nc\n", stderr: "a\nd\n" });
  });

  it("is complete and in order, with the exit code, for many commands at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sandbox.run({ command: `seq ${50_000 + index}; seq 1000 >&2; exit ${index}` }),
      ),
    );
    for (const [index, { exitCode, stdout, stderr }] of results.entries()) {
      const rows = stdout.split("\n");
      expect([exitCode, rows.length, rows.at(-2)]).toEqual([index, 50_001 + index, String(50_000 + index)]);
      expect(rows.every((row, at) => row === "" || Number(row) === at + 1)).toBe(true);
      expect(stderr.length).toBe(3_893);
    }
  });

  it("can be read after the end", async () => {
    const process = await sandbox.spawn({ command: "echo late; exit 4" });
    expect(await process.wait()).toEqual({ exitCode: 4 });
    expect(await new Response(process.stdout).text()).toBe("late\n");
  });
});
