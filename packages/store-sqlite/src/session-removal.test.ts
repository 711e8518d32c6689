import type { SessionRecord } from "@workspace-agent/core/schemas";
import type { CompleteStore } from "@workspace-agent/core";
import { aMessage, anEvent, aSession, aTurn, aWorkspace } from "@workspace-agent/core/testing";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { sqliteStore } from "./sqlite-store.ts";
import { newFile } from "./testing/new-file.ts";

const LENGTH = 5_000;
const IMAGES = 10;

describe("the removal of a session with a long log", () => {
  let file: string;
  let store: CompleteStore;

  beforeEach(async () => {
    ({ file } = await newFile());
    store = sqliteStore({ file });
    await store.start();
    return () => store.close();
  });

  async function givenSession(length = LENGTH): Promise<SessionRecord> {
    const workspace = aWorkspace();
    const session = aSession(workspace, { state: { status: "queued" }, next_seq: length + 1 });
    const seqs = Array.from({ length }, (_, index) => index + 1);
    await store.transaction(async ({ workspaces, sessions, turns, events, messages, blobs }) => {
      await workspaces.insert(workspace);
      await sessions.insert(session);
      await turns.save(session.tenant, aTurn(session.id));
      await events.append(
        session.tenant,
        session.id,
        seqs.map((seq) => anEvent(session.id, seq)),
      );
      await messages.append(
        session.tenant,
        session.id,
        seqs.map((seq) => aMessage(session.id, seq)),
      );
      const images = Array.from({ length: IMAGES }, (_, index) => ({
        hash: `hash ${index}`,
        bytes: Uint8Array.of(index),
      }));
      await blobs.put(session.tenant, session.id, images);
    });
    return session;
  }

  /** How many rows there are of all sessions. */
  function rows(): Readonly<Record<string, number>> {
    const database = new Sqlite(file, { readonly: true });
    const count = (table: string) =>
      database.prepare<[], { count: number }>(`select count(*) as count from ${table}`).get()?.count ?? -1;
    const tables = ["sessions", "turns", "events", "messages", "blobs"];
    const counts = Object.fromEntries(tables.map((table) => [table, count(table)]));
    database.close();
    return counts;
  }

  const NONE = { sessions: 0, turns: 0, events: 0, messages: 0, blobs: 0 };
  const ALL = { sessions: 1, turns: 1, events: LENGTH, messages: LENGTH, blobs: IMAGES };

  async function expectUnseen({ tenant, workspace_id, id, placement }: SessionRecord): Promise<void> {
    expect(await store.sessions.get(tenant, workspace_id, id)).toBeNull();
    expect(await store.sessions.list(tenant, workspace_id, { limit: 9 })).toEqual([]);
    expect(await store.transaction(({ sessions }) => sessions.lock(tenant, id))).toBeNull();
    const counts = (await store.workspaces.countSessions(tenant, [workspace_id])).get(workspace_id);
    expect(counts).toEqual({ idle: 0, queued: 0, running: 0, waiting: 0 });
    const claim = { owner: "inst_a", leaseMs: 1_000, limit: 9, placements: [placement] };
    expect(await store.sessions.claim(claim)).toEqual([]);
  }

  it("lets other work have its turn, which sees nothing of the session any more", async () => {
    const session = await givenSession();
    const { tenant, workspace_id, id } = session;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const removed = store.sessions.delete(tenant, id);
    while ((await store.sessions.get(tenant, workspace_id, id)) !== null)
      await new Promise((resolve) => setTimeout(resolve, 0));
    expect(rows()).toMatchObject({ sessions: 1 });
    await expectUnseen(session);
    await expect(store.sessions.save(session)).rejects.toMatchObject({ code: "not_found" });
    await removed;
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(rows()).toEqual(NONE);
  });

  it("that breaks off is finished when the store is started again", async () => {
    const session = await givenSession();
    const refused = expect(store.sessions.delete(session.tenant, session.id)).rejects.toMatchObject({
      code: "internal",
    });
    while (Number(rows()["events"]) === LENGTH) await new Promise((resolve) => setTimeout(resolve, 0));
    await store.close();
    await refused;
    expect(rows()).toMatchObject({ sessions: 1, turns: 1, blobs: IMAGES });
    store = sqliteStore({ file });
    await store.start();
    expect(rows()).toEqual(NONE);
    await expectUnseen(session);
  });

  it("is undone whole with its transaction", async () => {
    const session = await givenSession();
    const undone = store.transaction(async ({ sessions }) => {
      await sessions.delete(session.tenant, session.id);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(rows()).toEqual(ALL);
    const { tenant, workspace_id, id } = session;
    expect(await store.sessions.get(tenant, workspace_id, id)).toEqual(session);
  });

  it("comes before that of its workspace", async () => {
    const session = await givenSession();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await store.workspaces.delete(session.tenant, session.workspace_id);
    clearInterval(timer);
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(rows()).toEqual(NONE);
    expect(await store.workspaces.get(session.tenant, session.workspace_id)).toBeNull();
  });

  it("and of many short ones comes before that of their workspace", async () => {
    const { tenant, workspace_id, placement } = await givenSession(1);
    const seqs = Array.from({ length: 40 }, (_, index) => index + 1);
    await store.transaction(async ({ sessions, events }) => {
      for (let count = 0; count < 120; count += 1) {
        const session = aSession({ id: workspace_id, tenant, placement }, { next_seq: seqs.length + 1 });
        await sessions.insert(session);
        await events.append(
          tenant,
          session.id,
          seqs.map((seq) => anEvent(session.id, seq)),
        );
      }
    });
    const seen = new Set<number | undefined>();
    const timer = setInterval(() => seen.add(rows()["events"]), 0);
    await store.workspaces.delete(tenant, workspace_id).finally(() => {
      clearInterval(timer);
    });
    expect(seen.size).toBeGreaterThanOrEqual(4);
    expect(rows()).toMatchObject({ sessions: 0, turns: 0, events: 0, messages: 0 });
  });

  it("that broke off is finished with that of its workspace, also of a short log", async () => {
    const { tenant, workspace_id } = await givenSession(1);
    const other = new Sqlite(file);
    other.exec("update sessions set status = 'deleted', claimable_at = null");
    other.close();
    await store.workspaces.delete(tenant, workspace_id);
    expect(rows()).toEqual(NONE);
  });

  it("of another tenant's does nothing", async () => {
    const session = await givenSession();
    await store.sessions.delete("stranger", session.id);
    expect(rows()).toEqual(ALL);
    expect(await store.sessions.get(session.tenant, session.workspace_id, session.id)).toEqual(session);
  });
});
