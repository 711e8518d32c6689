import { describe, expect, it } from "vitest";
import type { Turn, TurnRecord } from "../domain/sessions/turn.ts";
import { admin, testHost, untilStatus, type TestHost } from "../test-host.test-support.ts";

const METADATA = { ticket: "PAY-118", run: "7" };

/** Rewrites a stored turn as a version wrote it that knew neither `by` nor `metadata`. */
async function makeOld({ store, workspaceId }: TestHost, sessionId: string, turnId: string): Promise<void> {
  const older = ({ by: _, metadata: __, ...turn }: Turn) => turn as Turn;
  await store.transaction(async ({ turns, sessions }) => {
    const record = await turns.get("default", sessionId, turnId);
    const session = await sessions.get("default", workspaceId, sessionId);
    if (record === null || session?.state.last_turn == null) throw new Error("There is no such turn.");
    await turns.save("default", { ...record, turn: older(record.turn) } satisfies TurnRecord);
    const last_turn = older(session.state.last_turn);
    await sessions.save({ ...session, state: { ...session.state, last_turn } });
  });
}

describe("metadata of a turn", () => {
  it("is in the turn, in its first and its last event, and is none where none was sent", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const { session_id, turn_id } = await host.run("go", { metadata: METADATA });
    const turn = await host.service.sessions.turn(admin, host.workspaceId, session_id, turn_id);
    const by = { kind: "user", id: "admin", name: "admin" };
    expect(turn).toMatchObject({ metadata: METADATA, by });
    const events = await host.events(session_id);
    expect(events[1]).toMatchObject({ type: "turn.queued", metadata: METADATA, by });
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", turn });
    await host.run("on", { session_id });
    expect((await host.session(session_id)).last_turn).toMatchObject({ metadata: {}, by });
  });

  it("filters the list of turns", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const first = await host.run("one", { metadata: METADATA });
    const { session_id } = first;
    await host.run("two", { session_id, metadata: { run: "8" } });
    const third = await host.run("three", { session_id, metadata: { run: "7" } });
    const page = (cursor?: string) =>
      host.service.sessions.turns(admin, host.workspaceId, session_id, {
        limit: 1,
        metadata: { key: "run", value: "7" },
        ...(cursor !== undefined && { cursor }),
      });
    const newest = await page();
    const older = await page(newest.next ?? "");
    expect([newest, older].map(({ items }) => items[0]?.id)).toEqual([third.turn_id, first.turn_id]);
    expect(older.next).toBeNull();
  });

  it("is not changed by a message that joins the turn", async () => {
    await using host = await testHost({ script: () => ({ text: "never", stall: true }) });
    const { session_id } = await host.send("go");
    await untilStatus(host, session_id, "running");
    await expect(
      host.send("and", { session_id, on_busy: "steer", metadata: METADATA }),
    ).rejects.toMatchObject({ code: "invalid_request", errors: [{ pointer: "#/metadata" }] });
  });

  it("is empty, and nobody sent the message, in turns that an older version stored", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const { session_id, turn_id } = await host.run("go", { metadata: METADATA });
    await makeOld(host, session_id, turn_id);
    const { sessions } = host.service;
    const none = { by: null, metadata: {} };
    expect(await sessions.turn(admin, host.workspaceId, session_id, turn_id)).toMatchObject(none);
    const { items } = await sessions.turns(admin, host.workspaceId, session_id, {});
    expect(items).toMatchObject([none]);
    expect((await host.session(session_id)).last_turn).toMatchObject(none);
  });
});

describe("metadata of a session", () => {
  it("is set beside the name, is copied by a fork, and filters the list", async () => {
    await using host = await testHost({ script: () => ({ text: "done" }) });
    const { session_id } = await host.run("go");
    await host.run("another");
    const { sessions } = host.service;
    expect(await host.session(session_id)).toMatchObject({ metadata: {} });
    await sessions.update(admin, host.workspaceId, session_id, { name: "kept" });
    const changed = await sessions.update(admin, host.workspaceId, session_id, { metadata: METADATA });
    expect(changed).toMatchObject({ name: "kept", metadata: METADATA });
    const fork = await sessions.fork(admin, host.workspaceId, session_id, {});
    expect(fork).toMatchObject({ name: null, metadata: METADATA });
    await sessions.update(admin, host.workspaceId, fork.id, { metadata: { run: "8" } });
    const listed = async (value: string) =>
      (await sessions.list(admin, host.workspaceId, { metadata: { key: "run", value } })).items;
    expect((await listed("7")).map(({ id }) => id)).toEqual([session_id]);
    expect((await listed("8")).map(({ id }) => id)).toEqual([fork.id]);
  });
});
