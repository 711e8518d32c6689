import { describe, expect, test } from "vitest";
import { ModelError } from "../../packages/core/src/ports.ts";
import type { ScriptedStep } from "../../packages/core/src/testing/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const WORDS = "I will look at the files first.";
const call = { name: "glob", arguments: { pattern: "*" } };

/** Says something, calls a tool, and then goes on as given. */
function after(then: ScriptedStep): () => ScriptedStep {
  let step = 0;
  return () => (step++ === 0 ? { text: WORDS, toolCalls: [call] } : then);
}

/** Runs the command on a turn; `meanwhile` runs when the turn has called its tool. */
async function run(api: TestApi, args: readonly string[], meanwhile?: () => Promise<void>) {
  return await runInProcess(["run", "Say so.", "-w", "test", ...args], {
    api,
    async meanwhile(notes) {
      if (meanwhile === undefined) return;
      await until(() => notes().includes("● glob"));
      await meanwhile();
    },
  });
}

async function interrupt(api: TestApi, id: string): Promise<void> {
  const path = `/api/workspaces/${id}/sessions`;
  const sessions = (await api.call("GET", path)).as<readonly { readonly id: string }[]>();
  for (const session of sessions) await api.call("POST", `${path}/${session.id}/interrupt`, { json: {} });
}

describe("standard output has the answer alone", () => {
  test("the agent's final message is the answer", async () => {
    await using api = await testApi({ script: after({ text: "Two files." }) });
    await api.createWorkspace();
    expect(await run(api, [])).toMatchObject({ code: 0, out: "Two files.\n" });
  });

  test("an interrupted turn has no answer, and standard error says how it ended", async () => {
    await using api = await testApi({ script: after({ text: "never", stall: true }) });
    const { id } = await api.createWorkspace();
    const { code, out, notes } = await run(api, [], async () => await interrupt(api, id));
    expect([code, out]).toEqual([30, ""]);
    expect(notes).toMatch(/^Stopped: the turn was interrupted\.$/m);
    expect(notes).toMatch(/^interrupted · /m);
  });

  test("with --json the text of an interrupted turn is empty", async () => {
    await using api = await testApi({ script: after({ text: "never", stall: true }) });
    const { id } = await api.createWorkspace();
    const { out } = await run(api, ["--json"], async () => await interrupt(api, id));
    expect(JSON.parse(out)).toMatchObject({ status: "interrupted", text: "", exit_code: 30 });
  });

  test("standard error has all of a failure", async () => {
    const words = `The request is wrong. ${"Very. ".repeat(60)}So.`;
    const fail = new ModelError("invalid_request", words, { retryable: false });
    await using api = await testApi({ script: after({ fail }) });
    await api.createWorkspace();
    const { code, out, notes } = await run(api, []);
    expect([code, out]).toEqual([21, ""]);
    expect(notes).toMatch(/^Stopped by an error: .*Very\. So\.$/m);
  });

  test("a turn that waits for a person has no answer yet", async () => {
    const script = after({ text: "", toolCalls: [{ name: "bash", arguments: { command: "true" } }] });
    await using api = await testApi({ script });
    await api.createWorkspace("test", { permissions: { bash: "ask" } });
    expect(await run(api, [])).toMatchObject({ code: 5, out: "" });
  });

  test("a turn that ends without text has no answer", async () => {
    await using api = await testApi({ script: after({ text: "" }) });
    await api.createWorkspace();
    const { code, out, notes } = await run(api, []);
    expect([code, out]).toEqual([0, ""]);
    expect(notes).toMatch(/^The agent ended its turn without a closing word\.$/m);
  });
});
