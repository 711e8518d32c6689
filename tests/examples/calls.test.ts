import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EXAMPLES, missing, PROBLEM, runAgainst, type Answer } from "./scripts.test-support.ts";

if (missing.length > 0)
  console.warn(`\nSKIPPED: the calls of the examples' scripts, since ${missing.join(", ")} is absent\n`);

/** Runs the script of a hand-off; the first call gets this answer. */
async function handOff(first: Answer, ...args: readonly string[]) {
  let calls = 0;
  return await runAgainst("handoff/hand-off.sh", args, (path) => {
    if (calls++ === 0) return first;
    return path.endsWith("/chat")
      ? { status: 202, body: { session_id: "ses_1", turn_id: "turn_1" } }
      : { status: 201, body: { id: "ws_1" } };
  });
}

const ALL = "/api/workspaces";

describe.runIf(missing.length === 0)("a call of a script", () => {
  test("is the same in all scripts that retry", async () => {
    const functions = ["ci-job/ci-job.sh", "handoff/hand-off.sh", "bulk-load/load.sh"].map(
      async (script) => /^api\(\) \{\n[^]*?^\}\n/m.exec(await readFile(join(EXAMPLES, script), "utf8"))?.[0],
    );
    const [first, ...others] = await Promise.all(functions);
    expect(first).toContain("curl");
    expect(others).toEqual([first, first]);
  });

  test("has the answer of the attempt that succeeded alone", async () => {
    const busy = { status: 503, body: { ...PROBLEM, status: 503, code: "overloaded" } };
    const { out, requests } = await handOff(busy, "start", "mine", "task.md");
    expect(out).toBe("ws_1/ses_1\n");
    expect(requests).toEqual([ALL, ALL, `${ALL}/ws_1/chat`]);
  });

  test.each([
    ["start", "mine", "task.md"],
    ["check", "ws_1/ses_1"],
    ["wait", "ws_1/ses_1"],
    ["result", "ws_1/ses_1"],
    ["say", "ws_1/ses_1", "And now?"],
    ["stop", "ws_1/ses_1"],
  ])("that is refused ends the hand-off at once and says why: %s", async (...args) => {
    const taken = { ...PROBLEM, status: 409, code: "name_taken", detail: "The name is taken." };
    const { code, out, errors, requests } = await handOff({ status: 409, body: taken }, ...args);
    expect([out, errors, requests.length]).toEqual(["", "409 name_taken: The name is taken.\n", 1]);
    expect(code).not.toBe(0);
  });
});
