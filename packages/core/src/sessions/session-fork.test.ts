import { describe, expect, it } from "vitest";
import { newId } from "../domain/ids.ts";
import { admin, bash, testHost, until } from "../test-host.test-support.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { toPrompt } from "../agent/prompt/prompt-builder.ts";
import { testStore } from "../testing/index.ts";

const twoSteps = [{ text: "Looking.", toolCalls: [bash("ls")] }, { text: "It is empty." }];

describe("a fork", () => {
  it("is a separate session that begins like the original and has no usage", async () => {
    await using host = await testHost({ script: [...twoSteps, { text: "And on." }] });
    const { session_id } = await host.run("look");
    const origin = await host.events(session_id);
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    expect(fork).toMatchObject({
      status: "idle",
      preview: "look",
      message_count: 4,
      last_turn: null,
      name: null,
      parent: null,
      forked_from: { session_id, through_seq: origin.length },
      usage: { steps: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0 },
    });
    const events = await host.events(fork.id);
    expect(events[0]).toMatchObject({
      type: "session.started",
      seq: 1,
      forked_from: { session_id, through_seq: origin.length },
    });
    expect(toPrompt(events)).toEqual(toPrompt(origin));
    expect((await host.service.sessions.turns(admin, host.workspaceId, fork.id, {})).items).toEqual([]);
    const result = await host.run("go on", { session_id: fork.id });
    expect(result.final_message).toBe("And on.");
    const roles = host.models.requests.at(-1)?.messages.map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect(await host.events(session_id)).toEqual(origin);
    expect((await host.session(fork.id)).usage.steps).toBe(1);
    expect((await host.session(session_id)).forked_from).toBe(null);
  });

  it("ends at a message: after its step, or before a user message", async () => {
    await using host = await testHost({ script: [...twoSteps, { text: "Second." }] });
    const { session_id } = await host.run("first");
    await host.run("second", { session_id });
    const { items } = await host.service.sessions.messages(admin, host.workspaceId, session_id, {});
    const copied = async (at_message: string) => {
      const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, { at_message });
      const page = await host.service.sessions.messages(admin, host.workspaceId, fork.id, {});
      return page.items.map(({ content }) => content);
    };
    const texts = items.map(({ content }) => content);
    const idAt = (index: number) => items[index]?.id ?? "";
    expect(await copied(idAt(0))).toEqual([]);
    expect(await copied(idAt(1))).toEqual(texts.slice(0, 3));
    expect(await copied(idAt(2))).toEqual(texts.slice(0, 3));
    expect(await copied(idAt(3))).toEqual(texts.slice(0, 4));
    expect(await copied(idAt(4))).toEqual(texts.slice(0, 4));
    expect(await copied(idAt(5))).toEqual(texts);
    await expect(copied("msg_none")).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/at_message" }],
    });
    const sessions = await host.service.sessions.list(admin, host.workspaceId, {});
    expect(sessions.items).toHaveLength(7);
  });

  it("can be made while a turn runs, up to the step before", async () => {
    await using host = await testHost({ script: [...twoSteps, { stall: true }] });
    const { session_id } = await host.run("first");
    await host.send("second", { session_id });
    await until(() => host.models.requests.length === 3);
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    expect(fork).toMatchObject({ status: "idle", message_count: 4 });
    expect((await host.session(session_id)).status).toBe("running");
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });

  it("is empty when no step is complete", async () => {
    await using host = await testHost({ script: [{ stall: true }] });
    const { session_id } = await host.send("first");
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    const events = await host.events(fork.id);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ forked_from: { session_id, through_seq: 1 } });
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });

  it("is made once for an idempotency key, even if the original was deleted since", async () => {
    await using host = await testHost({ script: twoSteps });
    const { session_id } = await host.run("look");
    const fork = (at_message?: string) =>
      host.service.sessions.fork(
        admin,
        host.workspaceId,
        session_id,
        at_message === undefined ? {} : { at_message },
        { idempotencyKey: "k" },
      );
    const first = await fork();
    expect(await fork()).toEqual(first);
    await expect(fork("msg_1")).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    expect(await fork()).toEqual(first);
  });

  it("finds no session of another workspace", async () => {
    await using host = await testHost({ script: twoSteps });
    const { session_id } = await host.run("look");
    const other = await host.service.workspaces.create(admin, { name: "other" });
    await expect(host.service.sessions.fork(admin, other.id, session_id, {})).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("of a long session does not block others", async () => {
    const store = testStore();
    await using host = await testHost({ script: twoSteps, service: { store } });
    const { session_id } = await host.run("look");
    const count = 10_000;
    await store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock("default", session_id);
      if (record === null) throw new Error("The session does not exist.");
      const turnId = newId("turn");
      const events = Array.from({ length: count }, (_, index): SessionEvent => ({
        type: "item.completed",
        session_id,
        seq: record.next_seq + index,
        at: "2026-01-01T00:00:00.000Z",
        turn_id: turnId,
        item: {
          item_id: newId("item"),
          turn_id: turnId,
          message_id: newId("msg"),
          kind: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "text", text: `word ${index}` }],
        },
      }));
      await repositories.events.append("default", session_id, events);
      await repositories.sessions.save({ ...record, next_seq: record.next_seq + count });
    });
    let turns = 0;
    let isForked = false;
    const countTurns = () => {
      turns += 1;
      if (!isForked) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const fork = await host.service.sessions.fork(admin, host.workspaceId, session_id, {});
    isForked = true;
    expect(fork.message_count).toBe(count + 4);
    // The log is read twice, and each page of 500 events yields to the event loop.
    expect(turns).toBeGreaterThanOrEqual(2 * (count / 500));
  });
});

describe("a session's name", () => {
  it("can be set, changed and removed, also while the session runs", async () => {
    await using host = await testHost({ script: [{ stall: true }] });
    const { session_id } = await host.send("first");
    const rename = (name: string | null) =>
      host.service.sessions.update(admin, host.workspaceId, session_id, { name });
    expect((await rename("Mine")).name).toBe("Mine");
    await until(() => host.models.requests.length === 1);
    expect((await rename("Still mine")).status).toBe("running");
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    expect(await host.session(session_id)).toMatchObject({ name: "Still mine", stop_reason: "interrupted" });
    expect((await rename(null)).name).toBeNull();
  });
});
