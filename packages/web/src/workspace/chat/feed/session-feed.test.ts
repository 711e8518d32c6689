import type { FollowedEvent, FollowOptions, SessionEvent, SyncEvent } from "@workspace-agent/client";
import { expect, test } from "vitest";
import { SessionFeed, type FeedSource } from "./session-feed.ts";

const AT = "2026-01-31T12:00:00.000Z";

/** A log in which a turn says one word after another. */
function logOf(count: number): readonly SessionEvent[] {
  return Array.from({ length: count }, (_, index): SessionEvent => {
    const seq = index + 1;
    const item = {
      item_id: `item_${seq}`,
      turn_id: "turn_1",
      message_id: `msg_${seq}`,
      kind: "message" as const,
      role: "assistant" as const,
      status: "completed" as const,
      content: [{ type: "text" as const, text: `word ${seq}` }],
    };
    return { type: "item.completed", session_id: "ses_1", turn_id: "turn_1", seq, at: AT, item };
  });
}

interface Stage extends FeedSource {
  readonly asked: { readonly after: number; readonly limit: number }[];
  send(...events: readonly FollowedEvent[]): Promise<void>;
  lose(error: unknown): void;
}

/** A log that is read in pages and followed from a place; the test sends what is live. */
function stageOf(
  log: readonly SessionEvent[],
  { in_progress = [], hasBegun = true }: Partial<Pick<SyncEvent, "in_progress"> & { hasBegun: boolean }> = {},
): Stage {
  let wake = () => {};
  let queue: FollowedEvent[] = [];
  let options: FollowOptions = {};
  const asked: Stage["asked"] = [];
  return {
    asked,
    head: async () => await Promise.resolve({ seq: log.length, hasBegun }),
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
      asked.push({ after, limit });
      return await Promise.resolve(log.slice(after, after + limit));
    },
    send: async (...events) => {
      queue.push(...events);
      wake();
      await settle();
    },
    lose: (error) => options.onState?.({ state: "reconnecting", attempt: 1, delayMs: 1000, error }),
  };
}

/** Lets what is due run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2000; turn++) await Promise.resolve();
}

async function opened(stage: Stage) {
  let now = 0;
  const feed = new SessionFeed(
    stage,
    (callback) => callback(),
    () => now,
  );
  feed.start();
  await settle();
  return { feed, pass: (ms: number) => (now += ms) };
}

test("the end of a long log is read first, and what was before when it is asked for", async () => {
  const stage = stageOf(logOf(1000));
  const { feed } = await opened(stage);
  expect(feed.read().view).toMatchObject({ from: 601, through: 1000 });
  await Promise.all([feed.readOlder(), feed.readOlder()]);
  await feed.readOlder();
  expect(stage.asked).toEqual([
    { after: 200, limit: 400 },
    { after: 0, limit: 200 },
  ]);
  expect(feed.hasOlder).toBe(false);
  expect(feed.read().view.order).toEqual(logOf(1000).map(({ seq }) => `item_${seq}`));
});

test("what is live goes on while older events are read", async () => {
  const stage = stageOf(logOf(500));
  const { feed } = await opened(stage);
  const piece = {
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: AT,
    kind: "message",
  } as const;
  const reading = feed.readOlder();
  await stage.send({ ...piece, item_id: "item_501", offset: 0, text: "wor", text_so_far: "wor" });
  await reading;
  expect(feed.read().view.live).toMatchObject([{ id: "item_501", text: "wor" }]);
  await stage.send(...logOf(501).slice(500));
  expect(feed.read().view).toMatchObject({ from: 1, through: 501, live: [] });
});

test("a response that was under way before is shown at once, and goes on", async () => {
  const under = { item_id: "item_4", turn_id: "turn_1", kind: "message" } as const;
  const stage = stageOf(logOf(3), { in_progress: [{ ...under, text: "half a " }] });
  const { feed } = await opened(stage);
  expect(feed.read().view.live).toMatchObject([{ id: "item_4", text: "half a " }]);
  const piece = { type: "item.delta", session_id: "ses_1", at: AT, ...under } as const;
  await stage.send({ ...piece, offset: 0, text: "half a word", text_so_far: "half a word" });
  stage.lose(new Error("gone"));
  await stage.send({ type: "sync", through_seq: 3, in_progress: [{ ...under, text: "half a word" }] });
  expect(feed.read().view.live).toMatchObject([{ id: "item_4", text: "half a word", isStale: false }]);
});

test("what a fork has copied is no turn that runs, and the next one is", async () => {
  const log = logOf(500);
  const stage = stageOf(log, { hasBegun: false });
  const { feed } = await opened(stage);
  expect(feed.read().view).toMatchObject({ from: 101, through: 500, running: null });
  const started = { type: "turn.started", session_id: "ses_1", turn_id: "turn_2", at: AT } as const;
  await stage.send({ ...started, seq: 501, model: "any" });
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_2" });
  await feed.readOlder();
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_2" });
});

test("a turn that began before what is read runs", async () => {
  const { feed } = await opened(stageOf(logOf(500)));
  expect(feed.read().view.running).toMatchObject({ turnId: "turn_1", startedAt: null });
});

test("a connection that is lost and comes back is told, with how long it was away", async () => {
  const stage = stageOf(logOf(3));
  const { feed, pass } = await opened(stage);
  stage.lose(new Error("gone"));
  expect(feed.read().outage).toEqual({ state: "lost", since: 0, retryAt: 1000 });
  pass(1500);
  stage.lose(new Error("still gone"));
  pass(1500);
  await stage.send({ type: "sync", through_seq: 3, in_progress: [] });
  expect(feed.read().outage).toEqual({ state: "mended", from: 0, until: 3000 });
});

test("a stream that the instance ended is taken up without a word", async () => {
  const stage = stageOf(logOf(3));
  const { feed } = await opened(stage);
  stage.lose(null);
  expect(feed.read().outage).toEqual({ state: "none" });
});
