import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeExhaustion, traces } from "./exhaustion.test-support.ts";

const MEMORY_MB = 512;

const ATTACKS: Readonly<Record<string, string>> = {
  "a fork bomb": "bomb() { bomb | bomb & }; touch go; bomb; sleep 300",
  "many that take all memory together":
    "touch go; for i in 1 2 3 4 5 6 7 8; do perl -e '$x = \"x\" x (200 * 1048576); sleep 300' & done; wait; sleep 300",
  "one that got away three times":
    "( setsid nohup bash -c '( ( trap \"\" TERM HUP; touch go; while :; do sleep 1; done ) & )' >/dev/null 2>&1 & ); sleep 300",
};

describeExhaustion(ATTACKS, ({ workspace, other }) => {
  it("is reported in the exit code and in words where memory is exhausted", async () => {
    const { exitCode, stderr } = await other().run({
      command: `exec perl -e '$x = "x" x (${MEMORY_MB + 200} * 1048576)'`,
    });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/out of memory/i);
  });

  it("limits the commands of a workspace together where there are control groups", async (context) => {
    const { groups } = await traces(workspace().dir);
    if (groups === 0) {
      console.warn("\nSKIPPED: bounds for commands together: this host has no control groups to use\n");
      context.skip();
    }
    // Each keeps its memory until one of them is ended.
    const half = `perl -e '$x = "x" x ${(MEMORY_MB * 0.7 * 1_048_576).toFixed(0)}; select(undef, undef, undef, 0.05) until -e "free"; print "kept\\n"'`;
    const running = [other().run({ command: half }), other().run({ command: half })];
    await Promise.race(running);
    await other().run({ command: "touch free" });
    const both = await Promise.all(running);
    expect(both.filter(({ stdout }) => stdout === "kept\n").length).toBeLessThan(2);
    expect(both.some(({ stderr }) => stderr.includes("[out of memory: "))).toBe(true);
  });

  it("limits files to the size of the workspace's disk", async () => {
    const { exitCode, stderr } = await other().run({ command: "head -c 600M /dev/zero > large" });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("File too large");
    const file = join(workspace().dir, "files", "workspaces", "ws_2", "files", "large");
    expect((await stat(file)).size).toBe(MEMORY_MB * 1_048_576);
    await other().run({ command: "rm large" });
  });
});
