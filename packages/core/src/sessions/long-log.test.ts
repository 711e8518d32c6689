import { describe, expect, it } from "vitest";
import { nextTask } from "../runtime/next-task.ts";
import type { OldestFirst, CompleteStore } from "../ports/store.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { newId } from "../domain/ids.ts";

/** The most rows that one read may return, so that a long session does not block others. */
const MOST_ROWS = 64;
const MESSAGES = 1_000;

interface Read {
  readonly rows: number;
  /** The turn of the event loop in which it was read. */
  readonly turn: number;
}

/** A store that records the reads of logs and their turns of the event loop. */
function observedStore() {
  const store = testStore();
  const reads: Read[] = [];
  let turn = 0;
  let isWatching = false;
  const count = () => {
    turn += 1;
    if (isWatching) setImmediate(count);
  };
  const observed = async <T>(read: Promise<readonly T[]>, asked = turn) => {
    const rows = await read;
    if (isWatching) reads.push({ rows: rows.length, turn: asked });
    return rows;
  };
  const { events, messages } = store;
  type Page = [tenant: string, sessionId: string, page: OldestFirst];
  const watched: CompleteStore = {
    ...store,
    events: {
      append: (...given) => events.append(...given),
      page: (...given: Page) => observed(events.page(...given)),
    },
    messages: {
      append: (...given) => messages.append(...given),
      replace: (...given) => messages.replace(...given),
      ofTurn: (...given) => messages.ofTurn(...given),
      page: (...given: Page) => observed(messages.page(...given)),
      pageTexts: (...given: Page) => observed(messages.pageTexts(...given)),
    },
  };
  /** The reads of some work. */
  const during = async (work: () => Promise<unknown>): Promise<readonly Read[]> => {
    reads.length = 0;
    isWatching = true;
    setImmediate(count);
    await work();
    isWatching = false;
    return [...reads];
  };
  return { store: watched, during };
}

async function longSession() {
  const { store, during } = observedStore();
  const host = await testHost({ script: () => ({ text: "done" }), service: { store } });
  const { session_id } = await host.run("Begin.");
  await fill(store, host.workspaceId, session_id);
  return { own: host, session_id, during };
}

/** Appends user messages to a session's log. */
async function fill(store: CompleteStore, workspaceId: string, sessionId: string): Promise<void> {
  const record = await store.sessions.get("default", workspaceId, sessionId);
  if (record === null) throw new Error("The session does not exist.");
  const at = new Date(0).toISOString();
  const turn_id = newId("turn");
  const seqs = Array.from({ length: MESSAGES }, (_, index) => record.next_seq + index);
  await store.events.append(
    "default",
    sessionId,
    seqs.map((seq) => ({
      type: "item.completed",
      session_id: sessionId,
      turn_id,
      seq,
      at,
      item: {
        item_id: newId("item"),
        message_id: `msg_${seq}`,
        turn_id,
        kind: "message",
        role: "user",
        status: "completed",
        content: [{ type: "text", text: `message ${seq}` }],
      },
    })),
  );
  await store.messages.append(
    "default",
    sessionId,
    seqs.map((seq) => ({
      id: `msg_${seq}`,
      session_id: sessionId,
      turn_id,
      seq,
      role: "user",
      content: `message ${seq}`,
      parts: [{ type: "text", text: `message ${seq}` }],
      created_at: at,
    })),
  );
  await store.transaction(async ({ sessions }) => {
    await sessions.lock("default", sessionId);
    await sessions.save({ ...record, next_seq: record.next_seq + MESSAGES });
  });
}

function expectSlices(reads: readonly Read[]): void {
  expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThanOrEqual(MOST_ROWS);
  const full = reads.filter(({ rows }) => rows === MOST_ROWS);
  expect(full.length).toBeGreaterThanOrEqual(Math.floor(MESSAGES / MOST_ROWS));
  expect(new Set(full.map(({ turn }) => turn)).size).toBe(full.length);
}

describe("a long session", () => {
  it("is loaded in slices that yield to the event loop, and the model sees all of it", async () => {
    const { own, session_id, during } = await longSession();
    await using host = own;
    expectSlices(await during(() => host.run("Go on.", { session_id })));
    expect(host.models.requests.at(-1)?.messages).toHaveLength(MESSAGES + 3);
  });

  it.each(["transcript", "transcriptTexts"] as const)("is read in slices: %s", async (method) => {
    const { own, session_id, during } = await longSession();
    await using host = own;
    let read = 0;
    const reads = await during(async () => {
      const batches = await host.service.sessions[method](admin, host.workspaceId, session_id);
      for await (const batch of batches) read += batch.length;
    });
    expectSlices(reads);
    expect(read).toBe(MESSAGES + 2);
  });

  it("returns its events in slices", async () => {
    const { own, session_id, during } = await longSession();
    await using host = own;
    expectSlices(await during(() => host.events(session_id)));
  });

  it("is exported in slices", async () => {
    const { own, session_id, during } = await longSession();
    await using host = own;
    let last: unknown = null;
    const reads = await during(async () => {
      const { sessions } = host.service;
      for await (const batch of await sessions.export(admin, host.workspaceId, session_id))
        last = batch.at(-1);
    });
    expectSlices(reads);
    expect(last).toMatchObject({ type: "end", sessions: 1, images: 0 });
  });

  it("is searched for a request page by page, each in its own turn of the event loop", async () => {
    const { own, session_id, during } = await longSession();
    await using host = own;
    const reads = await during(() =>
      expect(
        host.service.sessions.answerRequest(admin, host.workspaceId, session_id, "req_none", {
          decision: "allow",
        }),
      ).rejects.toMatchObject({ code: "not_found" }),
    );
    expect(reads.length).toBeGreaterThan(1);
    expect(new Set(reads.map(({ turn }) => turn)).size).toBe(reads.length);
  });
});

describe("slices of concurrent work", () => {
  it("run one per turn of the event loop", async () => {
    const slices: string[] = [];
    let isOver = false;
    const work = async (name: string) => {
      for (let slice = 0; slice < 3; slice++) {
        await nextTask();
        slices.push(name);
      }
    };
    const turns = async () => {
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        slices.push("|");
      }
    };
    const counting = turns();
    await Promise.all([work("a"), work("b")]);
    isOver = true;
    await counting;
    const text = slices.join("");
    expect(text).not.toMatch(/[ab]{2}/);
    expect(text.replaceAll("|", "")).toBe("ababab");
  });
});
