import { describe, expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { begun, said, steeredHost, type SteeredHost } from "./steering.test-support.ts";

const STOPPED = "assistant: Stopped: the turn was interrupted.";
const busy = { code: "session_busy" };

const change = (host: SteeredHost, sessionId: string, turnId: string, message: string) =>
  host.service.sessions.updateTurn(admin, host.workspaceId, sessionId, turnId, { message });
const withdraw = (host: SteeredHost, sessionId: string, turnId: string) =>
  host.service.sessions.withdrawTurn(admin, host.workspaceId, sessionId, turnId);
const turnOf = (host: SteeredHost, sessionId: string, turnId: string) =>
  host.service.sessions.turn(admin, host.workspaceId, sessionId, turnId);

describe("a turn that is queued behind another", () => {
  it("gives the agent the message as it was changed last", async () => {
    await using host = await steeredHost("model");
    const { session_id } = await begun(host, "model");
    const { turn_id } = await host.send("second", { session_id });
    expect(await change(host, session_id, turn_id, "changed")).toMatchObject({
      id: turn_id,
      status: "queued",
    });
    await change(host, session_id, turn_id, "changed twice");
    host.release();
    await host.idle(session_id);
    expect(await said(host, session_id)).toEqual([
      "user: first",
      "assistant: I am at it.",
      "user: changed twice",
      "assistant: seen: first, changed twice",
    ]);
    expect((await host.session(session_id)).preview).toBe("first");
    const items = (await host.events(session_id)).flatMap((event) =>
      event.type === "item.completed" && event.turn_id === turn_id && event.item.role === "user"
        ? [[event.item.item_id, event.changed_by]]
        : [],
    );
    const id = items[0]?.[0];
    expect(items).toEqual([
      [id, undefined],
      [id, { kind: "user", id: "admin", name: "admin" }],
      [id, { kind: "user", id: "admin", name: "admin" }],
    ]);
  });

  it("ends before it starts when it is withdrawn, and the turns before and behind it run", async () => {
    await using host = await steeredHost("model");
    const { session_id } = await begun(host, "model");
    const { turn_id } = await host.send("second", { session_id });
    await host.send("third", { session_id });
    await change(host, session_id, turn_id, "changed");
    await withdraw(host, session_id, turn_id);
    expect(await turnOf(host, session_id, turn_id)).toMatchObject({
      status: "interrupted",
      stop_reason: "interrupted",
      started_at: null,
    });
    host.release();
    await host.idle(session_id);
    expect(await said(host, session_id)).toEqual([
      "user: first",
      "user: changed",
      STOPPED,
      "assistant: I am at it.",
      "user: third",
      "assistant: seen: first, third",
    ]);
  });

  it("leaves being the last turn to the one before it when it is withdrawn", async () => {
    await using host = await steeredHost("model");
    const { session_id, turn_id } = await begun(host, "model");
    const second = await host.send("second", { session_id });
    const third = await host.send("third", { session_id });
    const last = async () => (await host.session(session_id)).last_turn?.id;
    await withdraw(host, session_id, third.turn_id);
    expect(await last()).toBe(second.turn_id);
    await withdraw(host, session_id, second.turn_id);
    expect(await last()).toBe(turn_id);
    host.release();
    await host.idle(session_id);
    expect(await host.session(session_id)).toMatchObject({
      last_turn: { id: turn_id, status: "completed" },
      stop_reason: "end_turn",
    });
  });

  it("is nothing to rewind to once it is withdrawn, since the turn before it ran on", async () => {
    await using host = await steeredHost("model");
    const { session_id } = await begun(host, "model");
    const { turn_id } = await host.send("second", { session_id });
    await withdraw(host, session_id, turn_id);
    host.release();
    await host.idle(session_id);
    const input = { to_turn: turn_id, restore: "transcript" } as const;
    const rewound = host.service.snapshots.rewind(admin, host.workspaceId, session_id, input);
    await expect(rewound).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not begun when it is withdrawn at the moment when its run takes it", async () => {
    const store = testStore();
    const { workspaces } = store;
    const get = workspaces.get.bind(workspaces);
    let onTaken: (() => Promise<void>) | null = null;
    workspaces.get = async (...given) => {
      const taken = onTaken;
      onTaken = null;
      await taken?.();
      return await get(...given);
    };
    await using host = await steeredHost("model", { service: { store } });
    const { session_id } = await begun(host, "model");
    const { turn_id } = await host.send("second", { session_id });
    onTaken = () => withdraw(host, session_id, turn_id);
    host.release();
    await host.idle(session_id);
    expect(onTaken).toBeNull();
    expect(await turnOf(host, session_id, turn_id)).toMatchObject({
      status: "interrupted",
      started_at: null,
    });
    await host.run("third", { session_id });
    expect((await said(host, session_id)).slice(-2)).toEqual([
      "user: third",
      "assistant: seen: first, third",
    ]);
  });
});

describe("a turn that waits for a slot", () => {
  const held = { service: { maxRunningTurns: 0 } };

  it("has its changed message in the transcript and the preview, at the same place", async () => {
    await using host = await steeredHost("model", held);
    const { session_id, turn_id } = await host.send("first");
    const before = await host.transcript(session_id);
    await change(host, session_id, turn_id, "changed");
    expect(await said(host, session_id)).toEqual(["user: changed"]);
    expect(await host.transcript(session_id)).toEqual(
      before.map((message) => ({
        ...message,
        content: "changed",
        parts: [{ type: "text", text: "changed" }],
      })),
    );
    expect(await host.session(session_id)).toMatchObject({ preview: "changed", message_count: 1 });
  });

  it("takes what failed of it along when it is withdrawn", async () => {
    const store = testStore();
    await using host = await steeredHost("model", { service: { ...held.service, store } });
    const { session_id, turn_id } = await host.send("first");
    const stored = async () => await store.sessions.get("default", host.workspaceId, session_id);
    const record = await stored();
    if (record === null) throw new Error("no session");
    await store.sessions.save({ ...record, attempts: 4 });
    await withdraw(host, session_id, turn_id);
    expect(await stored()).toMatchObject({ attempts: 0 });
  });

  it("runs when the message that was to interrupt it is withdrawn before its start", async () => {
    await using host = await steeredHost("model", { service: { maxRunningTurns: 1 } });
    const other = await begun(host, "model");
    const { session_id, turn_id } = await host.send("one");
    const next = await host.send("now", { session_id, on_busy: "interrupt" });
    await withdraw(host, session_id, next.turn_id);
    host.release();
    await host.idle(other.session_id);
    await host.idle(session_id);
    expect(await turnOf(host, session_id, turn_id)).toMatchObject({ status: "completed" });
  });

  it("ends by an interrupt of its session, which needs no slot either", async () => {
    await using host = await steeredHost("model", held);
    const { session_id, turn_id } = await host.send("first");
    await host.send("second", { session_id });
    const { service, workspaceId } = host;
    expect(await service.sessions.interrupt(admin, workspaceId, session_id)).toEqual({ interrupted: true });
    expect(await turnOf(host, session_id, turn_id)).toMatchObject({
      status: "interrupted",
      started_at: null,
    });
    expect(await host.session(session_id)).toMatchObject({
      status: "queued",
      last_turn: { status: "queued" },
    });
  });

  it("leaves its session idle when it is withdrawn, and cannot be changed after that", async () => {
    await using host = await steeredHost("model", held);
    const { session_id, turn_id } = await host.send("first");
    await withdraw(host, session_id, turn_id);
    expect(await host.session(session_id)).toMatchObject({ status: "idle", stop_reason: "interrupted" });
    expect(await said(host, session_id)).toEqual(["user: first", STOPPED]);
    await expect(withdraw(host, session_id, turn_id)).rejects.toMatchObject(busy);
    await expect(change(host, session_id, turn_id, "late")).rejects.toMatchObject(busy);
  });
});

describe("a change of a turn", () => {
  it("is refused of one that runs or is unknown, and of a message without text", async () => {
    await using host = await steeredHost("model");
    const { session_id, turn_id } = await begun(host, "model");
    const next = await host.send("second", { session_id });
    await expect(change(host, session_id, turn_id, "late")).rejects.toMatchObject(busy);
    await expect(withdraw(host, session_id, turn_id)).rejects.toMatchObject(busy);
    for (const [session, turn] of [
      [session_id, "turn_none"],
      ["ses_none", turn_id],
    ] as const) {
      await expect(change(host, session, turn, "x")).rejects.toMatchObject({ code: "not_found" });
      await expect(withdraw(host, session, turn)).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(change(host, session_id, next.turn_id, " ")).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/message" }],
    });
  });
});
