import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, bash, testService, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { begun, said, steeredHost } from "./steering.test-support.ts";

describe("a message that steers", () => {
  it("joins once per idempotency key, and a repeat returns the same turn", async () => {
    await using host = await steeredHost("tool");
    const { session_id, turn_id } = await begun(host, "tool");
    const send = () =>
      host.service.chat.send(
        admin,
        host.workspaceId,
        { message: "second", on_busy: "steer", session_id },
        { idempotencyKey: "k" },
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.turn_id)).toEqual([turn_id, turn_id, turn_id]);
    expect(new Set(answers.map(({ first_seq }) => first_seq)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(2);
    host.release();
    await host.idle(session_id);
    expect(await send()).toMatchObject({ turn_id, status: "completed", replayed: true });
    const messages = await said(host, session_id);
    expect(messages.filter((text) => text === "user: second")).toHaveLength(1);
  });

  it("can be followed in a stream from where it was accepted", async () => {
    await using host = await steeredHost("tool");
    const { session_id } = await begun(host, "tool");
    const before = await host.events(session_id);
    const accepted = await host.steer("second", session_id);
    const stream = await host.service.chat.stream(admin, host.workspaceId, accepted);
    host.release();
    const seen = (await Array.fromAsync(stream)).flat().filter((event) => "seq" in event);
    const all = await host.events(session_id);
    expect(seen).toEqual(all.slice(before.length));
    const result = await host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 });
    expect(result).toMatchObject({ final_message: "seen: first, second", status: "completed" });
  });

  it("reaches the instance that runs the turn, from any instance", async () => {
    const store = testStore();
    const volumes = memoryVolumes();
    await using host = await steeredHost("tool", { service: { store, volumes } });
    const { session_id, turn_id } = await begun(host, "tool");
    const { chat } = testService({ store, volumes });
    const second = { message: "second", on_busy: "steer", session_id } as const;
    const accepted = await chat.send(admin, host.workspaceId, second);
    expect(accepted).toMatchObject({ turn_id, status: "running" });
    host.release();
    await host.idle(session_id);
    expect((await said(host, session_id)).at(-1)).toBe("assistant: seen: first, second");
  });

  it("cannot change the limits of the running turn", async () => {
    await using host = await steeredHost("tool");
    const { session_id } = await begun(host, "tool");
    await expect(host.steer("second", session_id, { limits: { max_steps: 1 } })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/limits" }],
    });
    host.release();
    await host.idle(session_id);
    expect(await said(host, session_id)).not.toContain("user: second");
  });

  it("is refused when too many are queued", async () => {
    await using host = await steeredHost("tool", { service: { maxQueuedTurns: 2 } });
    const { session_id } = await begun(host, "tool");
    await host.steer("a", session_id);
    await host.steer("b", session_id);
    await expect(host.steer("c", session_id)).rejects.toMatchObject({ code: "queue_full" });
    host.release();
    await host.idle(session_id);
    expect((await said(host, session_id)).at(-1)).toBe("assistant: seen: first, a, b");
  });

  it("becomes the next turn where the running one is to be interrupted", async () => {
    const store = testStore();
    let gate: Promise<void> = Promise.resolve();
    const late: CompleteStore = {
      ...store,
      transaction: async (work) => gate.then(() => store.transaction(work)),
    };
    const volumes = memoryVolumes();
    await using host = await steeredHost("model", { service: { store: late, volumes } });
    const first = await begun(host, "model");
    const { session_id } = first;
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    const { chat } = testService({ store, volumes });
    const say = (message: string, on_busy: "interrupt" | "steer") =>
      chat.send(admin, host.workspaceId, { message, on_busy, session_id });
    const next = await say("now", "interrupt");
    expect((await host.session(session_id)).last_turn?.id).toBe(next.turn_id);
    const steered = await say("and this", "steer");
    expect([first.turn_id, next.turn_id]).not.toContain(steered.turn_id);
    open();
    host.release();
    await host.idle(session_id);
    expect((await said(host, session_id)).filter((text) => text.startsWith("user"))).toEqual([
      "user: first",
      "user: now",
      "user: and this",
    ]);
  });

  it("may have an image, which is stored", async () => {
    await using host = await steeredHost("tool");
    const { session_id } = await begun(host, "tool");
    await host.steer("look", session_id, { images: [{ data: "iVBORw0KGgo=", media_type: "image/png" }] });
    host.release();
    await host.idle(session_id);
    const message = (await host.transcript(session_id)).find(({ content }) => content === "look");
    const image = message?.parts.find((part) => part.type === "image");
    expect(image === undefined ? null : await host.store.blobs.get("default", image.blob)).not.toBeNull();
  });

  it("is deleted with its session, and with its workspace", async () => {
    await using host = await steeredHost("person");
    const one = await begun(host, "person");
    await host.steer("second", one.session_id);
    await host.service.sessions.delete(admin, host.workspaceId, one.session_id);
    expect(await host.store.steering.list("default", one.session_id)).toEqual([]);
    await host.service.workspaces.delete(admin, host.workspaceId);
  });

  it("resets the count of repeated calls", async () => {
    await using host = await steeredHost("tool", {
      script: (_, index) => (index < 6 ? { toolCalls: [bash("same")] } : { text: "done" }),
      command: async () => {
        if (host.sandbox.commands.length === 4) await host.steer("go on like this", sessionId);
        return { stdout: "same" };
      },
    });
    let sessionId = "";
    const sent = await host.send("first");
    sessionId = sent.session_id;
    await until(() => host.models.requests.length === 7);
    await host.idle(sessionId);
    expect(await host.session(sessionId)).toMatchObject({ stop_reason: "end_turn" });
  });
});
