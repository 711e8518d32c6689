import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { tool } from "../agent/make-tool.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, bash, eventLoopTurns, testHost, until, type TestHost } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

/** A store whose disk can be slow: while `isSlow`, what is written becomes durable when the test says so. */
function slowStore() {
  const store = testStore();
  const disk = { isSlow: false };
  const waiting: { land: () => void; fail: (error: Error) => void }[] = [];
  const transaction: CompleteStore["transaction"] = async (work, whenWritten) => {
    const value = await store.transaction(work);
    if (!disk.isSlow) return value;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    waiting.push({ land: () => resolve(undefined), fail: reject });
    whenWritten?.(value);
    await promise;
    return value;
  };
  const next = async () => {
    await until(() => waiting.length > 0);
    return waiting.shift();
  };
  /** From the first command on, the disk is slow. */
  const command = () => {
    disk.isSlow = true;
    return { stdout: "listed" };
  };
  return { store: { ...store, transaction } satisfies CompleteStore, disk, command, next };
}

/** Everything that a reader of the session received. */
async function follow({ service, workspaceId }: TestHost, sessionId: string) {
  const told: string[] = [];
  const batches = await service.sessions.events(admin, workspaceId, sessionId, { after: 0, follow: true });
  void (async () => {
    for await (const batch of batches) told.push(...batch.map(({ type }) => type));
  })();
  return told;
}

const lookTool = (isReadOnly: boolean, ran: string[]) =>
  tool({
    name: "look",
    description: "Looks.",
    isReadOnly,
    touchesFiles: false,
    parameters: v.strictObject({}),
    subjects: () => ({ names: [] }),
    run: () => {
      ran.push("look");
      return Promise.resolve({ output: "seen" });
    },
  });

describe("what is written and not yet durable", () => {
  it("is enough to ask the model, but its answer is published only after it is durable", async () => {
    const { store, disk, command, next } = slowStore();
    await using host = await testHost({
      script: [{ toolCalls: [bash("ls")] }, { text: "done" }],
      command,
      service: { store },
    });
    const { session_id, turn_id } = await host.send("go");
    const told = await follow(host, session_id);
    const result = await next();
    await until(() => told.includes("item.started") && host.models.requests.length === 2);
    const before = [...told];
    await eventLoopTurns();
    const meanwhile = told.slice(before.length);
    disk.isSlow = false;
    result?.land();
    expect(meanwhile).toEqual([]);
    expect(JSON.stringify(host.models.requests[1]?.messages)).toContain("listed");
    const accepted = { session_id, turn_id, status: "queued" as const };
    expect(await host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 })).toMatchObject({
      final_message: "done",
    });
    await until(() => told.includes("turn.ended"));
    expect(told.slice(before.length)).toEqual([
      "item.completed",
      "item.delta",
      "item.completed",
      "turn.ended",
    ]);
  });

  it.each([true, false])(
    "is enough for a tool that changes nothing, and for no other tool (%s)",
    async (isReadOnly) => {
      const { store, disk, next } = slowStore();
      const ran: string[] = [];
      await using host = await testHost({
        script: (request) => {
          disk.isSlow = request.messages.length === 1;
          return disk.isSlow ? { toolCalls: [{ name: "look", arguments: {} }] } : { text: "done" };
        },
        service: { store, tools: [lookTool(isReadOnly, ran)] },
      });
      const running = host.run("go");
      const start = await next();
      if (isReadOnly) await until(() => ran.length > 0);
      else await eventLoopTurns();
      expect(ran).toEqual(isReadOnly ? ["look"] : []);
      disk.isSlow = false;
      start?.land();
      expect(await running).toMatchObject({ final_message: "done" });
      expect(ran).toEqual(["look"]);
    },
  );

  it("is awaited by a turn that is handed over before the model answers", async () => {
    const { store, disk, command, next } = slowStore();
    const outcomes: string[] = [];
    await using host = await testHost({
      script: ({ messages }) => (messages.length === 1 ? { toolCalls: [bash("ls")] } : new Promise(() => {})),
      command,
      service: {
        store,
        middleware: [{ afterTurn: ({ outcome }) => Promise.resolve(void outcomes.push(outcome)) }],
      },
    });
    await host.send("go");
    const result = await next();
    await until(() => host.models.requests.length === 2);
    disk.isSlow = false;
    const stopped = host.service.stop({ graceMs: 0 });
    await eventLoopTurns();
    const before = [...outcomes];
    result?.land();
    await stopped;
    expect([before, outcomes]).toEqual([[], ["handed_over"]]);
  });

  it.each([
    new DomainError("overloaded", "The database cannot be reached."),
    new Error("the disk is broken"),
  ])("that does not last is gone on from by nobody, and is no fault of the model's (%s)", async (failure) => {
    const { store, disk, command, next } = slowStore();
    const error = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error };
    await using host = await testHost({
      script: (request) => (request.messages.length === 1 ? { toolCalls: [bash("ls")] } : { text: "done" }),
      command,
      service: { store, logger },
    });
    const running = host.run("go");
    const result = await next();
    disk.isSlow = false;
    result?.fail(failure);
    expect(await running).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(host.sandbox.commands).toHaveLength(1);
    expect(error.mock.calls.map(([, text]) => text as string)).not.toContain("a model adapter failed");
  });
});
