import type { FollowedEvent, FollowOptions, SessionEvent, SyncEvent } from "@workspace-agent/client";
import { NetworkError } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { messageEvent } from "../log/message-event.test-support.ts";
import { SessionFeed, type FeedSource } from "./session-feed.ts";

const AT = "2026-01-31T12:00:00.000Z";

/** The events of a turn with one word per message. */
function logOf(count: number): readonly SessionEvent[] {
  return Array.from({ length: count }, (_, index) =>
    messageEvent(index + 1, "turn_1", "assistant", `word ${index + 1}`),
  );
}

interface FakeSession extends FeedSource {
  readonly requests: { readonly after: number; readonly limit: number }[];
  send(...events: readonly FollowedEvent[]): Promise<void>;
  disconnect(error: unknown): void;
}

/** A session with a log, to which the test adds live events. */
function fakeSession(
  log: readonly SessionEvent[],
  {
    in_progress = [],
    hasActiveTurn = true,
  }: Partial<Pick<SyncEvent, "in_progress"> & { hasActiveTurn: boolean }> = {},
): FakeSession {
  let wake = () => {};
  let queue: FollowedEvent[] = [];
  let options: FollowOptions = {};
  const requests: FakeSession["requests"] = [];
  return {
    requests,
    head: async () => await Promise.resolve({ seq: log.length, hasActiveTurn }),
    follow: async function* (following) {
      options = following;
      yield* log.slice(following.after ?? 0);
      yield { type: "sync", through_seq: log.length, in_progress };
      for (;;) {
        await new Promise<void>((resolve) => (wake = resolve));
        const events = queue;
        queue = [];
        yield* events;
      }
    },
    page: async (after, limit) => {
      requests.push({ after, limit });
      return await Promise.resolve(log.slice(after, after + limit));
    },
    send: async (...events) => {
      queue.push(...events);
      wake();
      await settle();
    },
    disconnect: (error) => options.onState?.({ state: "reconnecting", attempt: 1, delayMs: 1000, error }),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 2000; turn++) await Promise.resolve();
}

async function opened(session: FakeSession) {
  let now = 0;
  const feed = new SessionFeed(session, (callback) => callback(), {
    sleep: () => Promise.resolve(),
    random: () => 0,
    now: () => now,
  });
  feed.start();
  await settle();
  return { feed, pass: (ms: number) => (now += ms) };
}

test("the latest events of a long log are read first, and older ones on request", async () => {
  const session = fakeSession(logOf(1000));
  const { feed } = await opened(session);
  expect(feed.read().view).toMatchObject({ from: 601, through: 1000 });
  await Promise.all([feed.loadOlder(), feed.loadOlder()]);
  await feed.loadOlder();
  expect(session.requests).toEqual([
    { after: 200, limit: 400 },
    { after: 0, limit: 200 },
  ]);
  expect(feed.hasOlder).toBe(false);
  expect(feed.read().view.order).toEqual(logOf(1000).map(({ seq }) => `item_${seq}`));
});

test("a listener can request older events as soon as others have arrived", async () => {
  const session = fakeSession(logOf(1500));
  const { feed } = await opened(session);
  feed.subscribe(() => {
    if (!feed.read().isLoadingOlder) void feed.loadOlder();
  });
  await feed.loadOlder();
  await settle();
  expect(session.requests.map(({ after }) => after)).toEqual([700, 300, 0]);
  expect(feed.read()).toMatchObject({ isLoadingOlder: false, view: { from: 1 } });
});

test("live events are applied while older events are loaded", async () => {
  const session = fakeSession(logOf(500));
  const { feed } = await opened(session);
  const piece = {
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: AT,
    kind: "message",
  } as const;
  const reading = feed.loadOlder();
  await session.send({ ...piece, item_id: "item_501", offset: 0, text: "wor", text_so_far: "wor" });
  await reading;
  expect(feed.read().view.live).toMatchObject([{ id: "item_501", text: "wor" }]);
  await session.send(...logOf(501).slice(500));
  expect(feed.read().view).toMatchObject({ from: 1, through: 501, live: [] });
});

test("a response in progress is shown, and continues after a reconnect", async () => {
  const under = { item_id: "item_4", turn_id: "turn_1", kind: "message" } as const;
  const session = fakeSession(logOf(3), { in_progress: [{ ...under, offset: 0, text: "half a " }] });
  const { feed } = await opened(session);
  expect(feed.read().view.live).toMatchObject([{ id: "item_4", text: "half a " }]);
  const piece = { type: "item.delta", session_id: "ses_1", at: AT, ...under } as const;
  await session.send({ ...piece, offset: 0, text: "half a word", text_so_far: "half a word" });
  session.disconnect(new Error("gone"));
  await session.send({
    type: "sync",
    through_seq: 3,
    in_progress: [{ ...under, offset: 0, text: "half a word" }],
  });
  expect(feed.read().view.live).toMatchObject([{ id: "item_4", text: "half a word", isStale: false }]);
});

test("the copied turn of a fork is not running", async () => {
  const log = logOf(500);
  const session = fakeSession(log, { hasActiveTurn: false });
  const { feed } = await opened(session);
  expect(feed.read().view).toMatchObject({ from: 101, through: 500, running: null });
  const started = { type: "turn.started", session_id: "ses_1", turn_id: "turn_2", at: AT } as const;
  await session.send({ ...started, seq: 501, model: "any" });
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_2" });
  await feed.loadOlder();
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_2" });
});

test("a rewind hides the latest events, also where it leads to before those that were read", async () => {
  const rewound = { type: "session.rewound", session_id: "ses_1", turn_id: null, at: AT } as const;
  const files = { snapshot_id: null, safety_snapshot_id: null };
  const log = [...logOf(500), { ...rewound, ...files, seq: 501, through_seq: 20 }];
  const session = fakeSession(log, { hasActiveTurn: false });
  const { feed } = await opened(session);
  expect(feed.read().view).toMatchObject({ from: 102, through: 501, order: ["event-501"] });
  await feed.loadOlder();
  const kept = logOf(20).map(({ seq }) => `item_${seq}`);
  expect(feed.read().view.order).toEqual([...kept, "event-501"]);
  await session.send({ ...rewound, ...files, seq: 502, through_seq: 500 });
  expect(feed.read().view.order).toEqual([...logOf(500).map(({ seq }) => `item_${seq}`), "event-502"]);
});

test("a turn that started before the events that were read is running", async () => {
  const { feed } = await opened(fakeSession(logOf(500)));
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_1", startedAt: null });
});

test("a lost and restored connection is reported with its duration", async () => {
  const session = fakeSession(logOf(3));
  const { feed, pass } = await opened(session);
  session.disconnect(new Error("gone"));
  expect(feed.read().outage).toEqual({ state: "lost", since: 0 });
  pass(1500);
  session.disconnect(new Error("still gone"));
  pass(1500);
  await session.send({ type: "sync", through_seq: 3, in_progress: [] });
  expect(feed.read().outage).toEqual({ state: "restored", from: 0, until: 3000 });
});

test("a session that is opened during an outage is read when the server responds again", async () => {
  const session = fakeSession(logOf(3));
  let attempts = 0;
  const head: FeedSource["head"] = async (signal) => {
    if (++attempts < 3) throw new NetworkError("gone");
    return await session.head(signal);
  };
  const { feed } = await opened({ ...session, head });
  expect([attempts, feed.read().error]).toEqual([3, null]);
  expect(feed.read()).toMatchObject({ view: { through: 3 }, outage: { state: "restored" } });
});

test("a stream that the server ended is not an outage", async () => {
  const session = fakeSession(logOf(3));
  const { feed } = await opened(session);
  session.disconnect(null);
  expect(feed.read().outage).toEqual({ state: "none" });
});
