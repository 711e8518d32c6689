import { tool } from "./make-tool.ts";
import type { Middleware } from "./middleware.ts";
import { describe, expect, it } from "vitest";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import { abandon } from "../sessions/dying-store.test-support.ts";
import {
  admin,
  answerFirst,
  bash,
  ended,
  outputs,
  testHost,
  until,
  untilStatus,
} from "../test-host.test-support.ts";
import { fakeClock, testStore } from "../testing/index.ts";

const forever = () => new Promise<never>(() => {});

describe("a call that had begun when its runner was killed", () => {
  it("has an unknown outcome where its turn is interrupted before it is taken up; the next was not run", async () => {
    const store = testStore();
    await using host = await testHost({
      script: [{ toolCalls: [bash("begun"), bash("next")] }],
      command: forever,
      service: { store },
    });
    const { session_id, turn_id } = await host.send("go");
    await until(() => host.sandbox.commands.length === 1);
    await abandon(store, session_id, { interrupt_turn_id: turn_id });
    const turn = await ended(host, session_id, turn_id);
    expect(turn).toMatchObject({ status: "interrupted" });
    expect(outputs(await host.events(session_id))).toEqual([UNKNOWN_OUTCOME, NOT_RUN]);
  });

  it("has an unknown outcome where its turn's time is over before it is taken up", async () => {
    const clock = fakeClock();
    const store = testStore({ clock });
    await using host = await testHost({
      script: ({ tools }) =>
        tools.length > 0 ? { toolCalls: [bash("begun"), bash("next")] } : { text: "Over." },
      command: forever,
      service: { store, clock },
    });
    const { session_id } = await host.send("go", { limits: { max_turn_seconds: 3 } });
    await until(() => host.sandbox.commands.length === 1);
    await abandon(store, session_id);
    clock.jump(4_000);
    await untilStatus(host, session_id, "idle", { clock, stepMs: 500 });
    expect(await host.session(session_id)).toMatchObject({ stop_reason: "max_time" });
    expect(outputs(await host.events(session_id))).toEqual([UNKNOWN_OUTCOME, NOT_RUN]);
  });
});

describe("an answered call that had begun when its runner was killed", () => {
  it("is completed with the answer", async () => {
    const store = testStore();
    let hangs = true;
    const wrapTool: Middleware["wrapTool"] = async (_, next) => {
      if (hangs) await forever();
      return await next();
    };
    const input_schema = { type: "object" as const };
    await using host = await testHost({
      script: [{ toolCalls: [{ name: "lookup", arguments: {} }] }, { text: "done" }],
      config: { tools: [{ name: "lookup", description: "", input_schema }] },
      service: { store, middleware: [{ wrapTool }] },
    });
    const { session_id, turn_id } = await host.run("go");
    await answerFirst(host, session_id, { output: "the result" });
    const hasStarted = async () =>
      (await host.events(session_id)).some(({ type }) => type === "item.started");
    await until(hasStarted);
    hangs = false;
    await abandon(store, session_id);
    const turn = await ended(host, session_id, turn_id);
    expect(turn).toMatchObject({ status: "completed", stats: { tool_calls: 1 } });
    expect(outputs(await host.events(session_id))).toEqual(["the result"]);
  });
});

describe("a host's tool that asks a person and had begun when its runner was killed", () => {
  it("does not run again: its outcome is unknown", async () => {
    const store = testStore();
    let runs = 0;
    const pay = tool({
      name: "pay",
      description: "",
      parameters: { type: "object" },
      questions: () => [{ question: "Which account?" }],
      run: () => (runs++ === 0 ? forever() : "paid"),
    });
    await using host = await testHost({
      script: [{ toolCalls: [{ name: "pay", arguments: {} }] }, { text: "done" }],
      service: { store, tools: [pay] },
    });
    const { session_id, turn_id } = await host.run("go");
    await answerFirst(host, session_id, { answers: { "Which account?": "A" } });
    await until(() => runs === 1);
    await abandon(store, session_id);
    await ended(host, session_id, turn_id);
    expect([runs, outputs(await host.events(session_id))]).toEqual([1, [UNKNOWN_OUTCOME]]);
  });
});

describe("a turn that is interrupted while it waits for people", () => {
  it("has a result for each of very many calls", async () => {
    const toolCalls = Array.from({ length: 300 }, (_, index) => bash(`rm ${index}`));
    await using host = await testHost({ script: [{ toolCalls }], config: { permissions: { bash: "ask" } } });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("waiting");
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    expect(outputs(await host.events(session_id))).toEqual(toolCalls.map(() => NOT_RUN));
  });
});
