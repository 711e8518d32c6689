import { describe, expect, test } from "vitest";
import type { ItemDelta } from "../domain/sessions/event.ts";
import { memoryStore } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import { fakeClock } from "../testing/index.ts";
import { EventInbox } from "./event-inbox.ts";
import { LiveFeed } from "./live-feed.ts";

function delta(text: string, item_id: string, offset: number): ItemDelta {
  const ids = { session_id: "ses_1", turn_id: "turn_1", item_id };
  return { type: "item.delta", at: "2026-01-01T00:00:00.000Z", kind: "message", offset, text, ...ids };
}

/** An inbox with a reader that records the texts of each batch. */
function readInbox() {
  const feed = new LiveFeed(memoryStore(), fakeClock(), silentLogger);
  const inbox = new EventInbox(feed, "ses_1");
  const stopped = new AbortController();
  const batches: string[][] = [];
  inbox.goLive();
  const read = async () => {
    for (;;) {
      await inbox.changed(stopped.signal);
      if (stopped.signal.aborted) return;
      batches.push(inbox.take().flatMap((event) => ("text" in event ? [event.text] : [])));
    }
  };
  const reading = read();
  return {
    batches,
    say: (text: string, item = "item_1", offset = 0) =>
      feed.publish("ses_1", { type: "delta", delta: delta(text, item, offset) }),
    async stop() {
      stopped.abort();
      await reading;
      inbox.close();
    },
  };
}

/** The inbox waits for the next `setImmediate`; these run in the order in which they were scheduled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const microtasks = async () => {
  for (let count = 0; count < 10; count++) await Promise.resolve();
};

describe("an inbox", () => {
  test("wakes its reader at once, then once for everything in the same turn of the event loop", async () => {
    const reader = readInbox();
    await microtasks();
    reader.say("a");
    await microtasks();
    expect(reader.batches).toEqual([["a"]]);
    for (const text of ["b", "c", "d"]) {
      reader.say(text);
      await microtasks();
    }
    await settled();
    expect(reader.batches).toEqual([["a"], ["b", "c", "d"]]);
    await settled();
    reader.say("e");
    await microtasks();
    expect(reader.batches).toEqual([["a"], ["b", "c", "d"], ["e"]]);
    await reader.stop();
  });

  test("joins waiting pieces of one item, but not those of another item or those that repeat", async () => {
    const reader = readInbox();
    await microtasks();
    reader.say("a");
    await microtasks();
    reader.say("bc", "item_1", 1);
    reader.say("d", "item_1", 3);
    reader.say("e", "item_2", 4);
    reader.say("f", "item_2", 5);
    reader.say("ef", "item_2", 4);
    await settled();
    expect(reader.batches).toEqual([["a"], ["bcd", "ef", "ef"]]);
    await reader.stop();
  });

  test("releases a reader that leaves, also while it pauses", async () => {
    const reader = readInbox();
    reader.say("a");
    await microtasks();
    await reader.stop();
    expect(reader.batches).toEqual([["a"]]);
  });
});
