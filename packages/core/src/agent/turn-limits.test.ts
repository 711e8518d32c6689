import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Clock } from "../ports/clock.ts";
import { ModelError } from "../ports/model.ts";
import { abandon } from "../sessions/dying-store.test-support.ts";
import { admin, bash, testHost, until, untilStatus, type TestHost } from "../test-host.test-support.ts";
import { fakeClock, testStore, type FakeClock } from "../testing/index.ts";
import { tool } from "./make-tool.ts";
import { untilStopped } from "./subagents/subagents.test-support.ts";

describe("a turn's limits", () => {
  it("end it after the last step, which has no tools, with the agent's summary", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("more")] } : { text: "I got this far." },
    });
    const result = await host.run("go", { limits: { max_steps: 3 } });
    expect(result).toMatchObject({
      status: "completed",
      reason: "max_steps",
      final_message: "I got this far.",
    });
    expect(result.stats).toMatchObject({ steps: 3, tool_calls: 2 });
  });

  it("of tokens end it too", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0
          ? { toolCalls: [bash("more")], usage: { output_tokens: 60 } }
          : { text: "Spent." },
    });
    const result = await host.run("go", { limits: { max_output_tokens: 100 } });
    expect(result).toMatchObject({ status: "completed", reason: "budget_reached", final_message: "Spent." });
  });

  /** The outcome of a turn that may take a second; `isHeldUp` says when nothing but time moves it on. */
  async function timedOut(host: TestHost, clock: FakeClock, isHeldUp: () => boolean) {
    const turn = await host.send("go", { limits: { max_turn_seconds: 1 } });
    await until(isHeldUp);
    await untilStatus(host, turn.session_id, "idle", { clock });
    return host.service.chat.result(admin, host.workspaceId, turn, { seconds: 20 });
  }

  it("of time stop a tool that runs and a model that stalls", async () => {
    const clock = fakeClock();
    await using inTool = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("sleep")] } : { text: "Time is over." },
      command: () => new Promise(() => {}),
      service: { clock },
    });
    const stopped = await timedOut(inTool, clock, () => inTool.sandbox.commands.length === 1);
    expect(stopped).toMatchObject({
      reason: "max_time",
      status: "completed",
      final_message: "Time is over.",
    });
    await using model = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { text: "half a", stall: { after: 1 } } : { text: "Over." },
      service: { clock },
    });
    expect(await timedOut(model, clock, () => model.models.requests.length === 1)).toMatchObject({
      reason: "max_time",
    });
  });

  it("of time stop a tool that throws because of its signal", async () => {
    const clock = fakeClock();
    let calls = 0;
    const waits = tool({
      name: "waits",
      description: "Waits.",
      parameters: v.strictObject({}),
      isReadOnly: true,
      subjects: () => ({ names: [] }),
      async run(_, { signal }) {
        calls += 1;
        await untilStopped({ abortSignal: signal });
        signal.throwIfAborted();
        return { output: "" };
      },
    });
    await using host = await testHost({
      script: ({ tools }) =>
        tools.length > 0 ? { toolCalls: [{ name: "waits", arguments: {} }] } : { text: "Over." },
      service: { clock, tools: [waits] },
    });
    const { reason, messages } = await timedOut(host, clock, () => calls === 1);
    expect(reason).toBe("max_time");
    expect(messages.find(({ role }) => role === "tool")?.content).toBe("This call was stopped.");
  });

  it("of time end it with the service's line where the summary does not come to its end", async () => {
    const clock = fakeClock();
    await using host = await testHost({
      script: ({ tools }) =>
        tools.length > 0 ? { toolCalls: [bash("more")] } : { text: "I have", stall: { after: 1 } },
      command: () => new Promise(() => {}),
      service: { clock },
    });
    const turn = await host.send("go", { limits: { max_turn_seconds: 1 } });
    await until(() => host.sandbox.commands.length === 1);
    await untilStatus(host, turn.session_id, "idle", { clock, stepMs: 10_000 });
    const result = await host.service.chat.result(admin, host.workspaceId, turn, { seconds: 1 });
    expect(result).toMatchObject({
      reason: "max_time",
      final_message: "Stopped: the turn reached its limit of time.",
    });
    expect(result.messages.map(({ content }) => content)).toContain("I have");
  });

  it("of time leave no timer running where the session is lost during the summary", async () => {
    const clock = fakeClock();
    const timers = new Set<symbol>();
    const sleep: Clock["sleep"] = async (ms, signal) => {
      const timer = Symbol();
      // The limit of the summary.
      if (ms === 60_000) timers.add(timer);
      await clock.sleep(ms, signal);
      timers.delete(timer);
    };
    const store = testStore();
    const lost: Promise<void>[] = [];
    await using host = await testHost({
      script: ({ tools }) => {
        if (tools.length > 0) return { toolCalls: [bash("more")] };
        if (lost.length > 0) return { text: "Over." };
        lost.push(abandon(store, session_id));
        return { fail: new ModelError("network", "reset", { retryable: true }) };
      },
      command: () => new Promise(() => {}),
      service: { clock: { ...clock, sleep }, store },
    });
    const { session_id } = await host.send("go", { limits: { max_turn_seconds: 1 } });
    await until(() => host.sandbox.commands.length === 1);
    await untilStatus(host, session_id, "idle", { clock });
    expect([lost.length, timers.size]).toEqual([1, 0]);
  });

  it.each([
    ["max_steps", { max_steps: 2 }, "steps"],
    ["budget_reached", { max_output_tokens: 1 }, "tokens or cost"],
  ] as const)("end it as %s also where the summary fails", async (reason, limits, what) => {
    await using host = await testHost({
      script: ({ tools }) =>
        tools.length > 0
          ? { toolCalls: [bash("more")] }
          : { text: "I", fail: new ModelError("auth", "no key", { retryable: false }) },
    });
    const result = await host.run("go", { limits });
    expect(result).toMatchObject({ status: "completed", reason, error: null });
    expect(result.final_message).toMatch(
      new RegExp(`^Stopped: .* ${what}\\. .* refused the credentials of this host: no key$`),
    );
  });

  it("are only ever lowered by a call", async () => {
    await using host = await testHost({
      script: [],
      config: {
        limits: {
          max_steps: 5,
          max_turn_seconds: 60,
          max_input_tokens: 10,
          max_output_tokens: null,
          max_cost_usd: null,
        },
      },
    });
    await expect(host.send("go", { limits: { max_steps: 6, max_input_tokens: null } })).rejects.toMatchObject(
      {
        code: "invalid_request",
        errors: [{ pointer: "#/limits/max_steps" }, { pointer: "#/limits/max_input_tokens" }],
      },
    );
  });
});
