import { describe, expect, it } from "vitest";
import type { Principal } from "../domain/principals/principal.ts";
import { admin, bash, testHost, until, untilStatus } from "../test-host.test-support.ts";
import type { Chat } from "../domain/sessions/chat.ts";

const stranger: Principal = { ...admin, id: "eve", tenant: "other" };

describe("a message for the agent", () => {
  it("is durable when it is accepted: the turn, its first events and the message", async () => {
    await using host = await testHost({ script: [{ stall: true }] });
    const accepted = await host.send("remember this", { source: "web" });
    expect(accepted).toMatchObject({ status: "queued", first_seq: 2, replayed: false });
    const record = await host.store.turns.get("default", accepted.session_id, accepted.turn_id);
    expect(record?.turn).toMatchObject({ source: "web" });
    const session = await host.session(accepted.session_id);
    expect(session).toMatchObject({ preview: "remember this", source: "web", message_count: 1 });
    await host.service.sessions.interrupt(admin, host.workspaceId, accepted.session_id);
  });

  it("is queued while the session is busy, and the model does not see it before its turn", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [bash("slow")] }, { text: "first done" }, { text: "second done" }],
      command: async () => {
        await until(() => release);
        return {};
      },
    });
    let release = false;
    const { session_id } = await host.send("first");
    const second = await host.send("second", { session_id });
    await untilStatus(host, session_id, "running");
    release = true;
    const result = await host.service.chat.result(admin, host.workspaceId, second, { seconds: 20 });
    expect(result.final_message).toBe("second done");
    const asked = host.models.requests.map(
      ({ messages }) => messages.filter(({ role }) => role === "user").length,
    );
    expect(asked).toEqual([1, 1, 2]);
  });

  it("is refused while the session is busy with on_busy: reject", async () => {
    await using host = await testHost({ script: [{ stall: true }] });
    const { session_id } = await host.send("first");
    await expect(host.send("second", { session_id, on_busy: "reject" })).rejects.toMatchObject({
      code: "session_busy",
    });
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
  });

  it("is refused when too many are queued", async () => {
    await using host = await testHost({ script: [{ stall: true }], service: { maxQueuedTurns: 2 } });
    const { session_id } = await host.send("1");
    await until(() => host.models.requests.length === 1);
    await host.send("2", { session_id });
    await host.send("3", { session_id });
    await expect(host.send("4", { session_id })).rejects.toMatchObject({ code: "queue_full" });
    const turns = await host.service.sessions.turns(admin, host.workspaceId, session_id, {});
    expect(turns.items).toHaveLength(3);
    expect((await host.session(session_id)).message_count).toBe(1);
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
  });

  it.each([
    ["too long", "é".repeat(600_000), "payload_too_large"],
    ["nothing but white space", " \n\t ", "invalid_request"],
    ["with NUL", "a\0b", "invalid_request"],
    ["with half a surrogate pair", "a\ud800", "invalid_request"],
  ])("is refused when it is %s", async (_, message, code) => {
    await using host = await testHost({ script: [] });
    await expect(host.send(message)).rejects.toMatchObject({ code });
    expect((await host.service.sessions.list(admin, host.workspaceId, {})).items).toEqual([]);
  });

  it("cannot reach workspaces and sessions of others", async () => {
    await using host = await testHost({ script: [{ text: "hi" }] });
    const { session_id } = await host.run("hello");
    const other = await host.service.workspaces.create(admin, { name: "other" });
    await expect(host.service.chat.send(stranger, host.workspaceId, { message: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(host.service.chat.send(admin, other.id, { message: "x", session_id })).rejects.toMatchObject(
      {
        code: "not_found",
      },
    );
    await expect(
      host.service.sessions.get({ ...admin, workspace_ids: [other.id] }, host.workspaceId, session_id),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an idempotency key", () => {
  it("makes one turn of any number of requests, also concurrent ones and in another mode", async () => {
    await using host = await testHost({ script: [{ text: "once" }] });
    const send = (mode: Chat["mode"] & string) =>
      host.service.chat.send(admin, host.workspaceId, { message: "go", mode }, { idempotencyKey: "k1" });
    const answers = await Promise.all([send("async"), send("sync"), send("stream"), send("async")]);
    expect(new Set(answers.map(({ turn_id }) => turn_id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(3);
    await until(() => host.models.requests.length === 1);
    expect((await host.service.sessions.list(admin, host.workspaceId, {})).items).toHaveLength(1);
  });

  it("is refused for another body, and belongs to its principal", async () => {
    await using host = await testHost({ script: () => ({ text: "ok" }) });
    const send = (principal: Principal, message: string) =>
      host.service.chat.send(principal, host.workspaceId, { message }, { idempotencyKey: "k1" });
    await send(admin, "go");
    await expect(send(admin, "stop")).rejects.toMatchObject({ code: "idempotency_key_reused" });
    expect((await send({ ...admin, id: "mate" }, "stop")).replayed).toBe(false);
  });
});

describe("a synchronous call", () => {
  it("times out with both ids, and the turn continues", async () => {
    await using host = await testHost({ script: [{ stall: true }] });
    const accepted = await host.send("go");
    await expect(
      host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 0.05 }),
    ).rejects.toMatchObject({
      code: "sync_timeout",
      extra: { session_id: accepted.session_id, turn_id: accepted.turn_id },
    });
    await untilStatus(host, accepted.session_id, "running");
    await host.service.sessions.interrupt(admin, host.workspaceId, accepted.session_id);
  });
});
