import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { describeLocalExhaustion, isSkipped, traces } from "./exhaustion.test-support.ts";

const MEMORY_MB = 512;

describeLocalExhaustion({ isFirst: true });

describe.skipIf(isSkipped)("a command that exhausts the host", () => {
  let given: OneWorkspace;
  beforeAll(async () => {
    given = await oneWorkspace();
  });
  afterAll(() => given.remove());

  it("is reported in the exit code and in words where memory is exhausted", async () => {
    const { exitCode, stderr } = await given.sandbox.run({
      command: `exec perl -e '$x = "x" x (${MEMORY_MB + 200} * 1048576)'`,
    });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/out of memory/i);
  });

  it("limits the commands of a workspace together where there are control groups", async (context) => {
    const { groups } = await traces(given.dir);
    if (groups === 0) {
      console.warn("\nSKIPPED: bounds for commands together: this host has no control groups to use\n");
      context.skip();
    }
    // Each keeps its memory until one of them is ended.
    const half = `perl -e '$x = "x" x ${(MEMORY_MB * 0.7 * 1_048_576).toFixed(0)}; select(undef, undef, undef, 0.05) until -e "free"; print "kept\\n"'`;
    const running = [given.sandbox.run({ command: half }), given.sandbox.run({ command: half })];
    await Promise.race(running);
    await given.sandbox.run({ command: "touch free" });
    const both = await Promise.all(running);
    expect(both.filter(({ stdout }) => stdout === "kept\n").length).toBeLessThan(2);
    expect(both.some(({ stderr }) => stderr.includes("[out of memory: "))).toBe(true);
  });

  it("limits files to the size of the workspace's disk", async () => {
    const { exitCode, stderr } = await given.sandbox.run({ command: "head -c 600M /dev/zero > large" });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("File too large");
    const file = join(given.dir, "files", "workspaces", "ws_1", "files", "large");
    expect((await stat(file)).size).toBe(MEMORY_MB * 1_048_576);
    await given.sandbox.run({ command: "rm large" });
  });
});
