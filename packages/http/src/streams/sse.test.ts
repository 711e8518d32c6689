import type { StreamedEvent } from "@workspace-agent/core";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { liveStream } from "./live-stream.ts";
import { encodeEvent, EVENTS } from "./sse.ts";

const at = "2026-01-01T00:00:00.000Z";
const durable: StreamedEvent = {
  type: "turn.started",
  session_id: "ses_1",
  turn_id: "turn_1",
  seq: 7,
  at,
  model: "line\nbreak",
};
const delta: StreamedEvent = {
  type: "item.delta",
  session_id: "ses_1",
  turn_id: "turn_1",
  at,
  item_id: "item_1",
  kind: "message",
  offset: 3,
  text: "\r\n\n",
};

describe("an event on the wire", () => {
  test("carries its seq as id when it is durable", () => {
    expect(encodeEvent(durable)).toBe(`id: 7\nevent: turn.started\ndata: ${JSON.stringify(durable)}\n\n`);
  });

  test("carries no id when it is not", () => {
    expect(encodeEvent(delta)).toBe(`event: item.delta\ndata: ${JSON.stringify(delta)}\n\n`);
    const item = {
      item_id: "item_1",
      turn_id: "turn_1",
      kind: "message",
      offset: 0,
      text: "Hel\nlo",
    } as const;
    expect(encodeEvent({ type: "sync", through_seq: 7, in_progress: [item] })).toBe(
      'event: sync\ndata: {"through_seq":7,"in_progress":' +
        '[{"item_id":"item_1","turn_id":"turn_1","kind":"message","offset":0,"text":"Hel\\nlo"}]}\n\n',
    );
  });

  test("never has a raw line break in its data", () => {
    for (const event of [durable, delta])
      expect(encodeEvent(event).split("\n")).toHaveLength(event === durable ? 5 : 4);
  });
});

/** A source whose batches the test gives one by one. */
function source() {
  const waiting: ((result: IteratorResult<readonly StreamedEvent[]>) => void)[] = [];
  const state = { asked: 0, returned: false };
  const batches: AsyncIterable<readonly StreamedEvent[]> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        state.asked += 1;
        return new Promise((resolve) => waiting.push(resolve));
      },
      return: () => {
        state.returned = true;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  return {
    batches,
    state,
    give: (value: readonly StreamedEvent[]) => waiting.shift()?.({ done: false, value }),
    end: () => waiting.shift()?.({ done: true, value: undefined }),
  };
}

function open(batches: AsyncIterable<readonly StreamedEvent[]>) {
  const clock = fakeClock();
  const seen = { ended: 0, errors: [] as unknown[] };
  const stream = liveStream(batches, EVENTS, {
    clock,
    onEnd: () => (seen.ended += 1),
    onError: (error) => seen.errors.push(error),
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? null : decoder.decode(value);
  };
  return { clock, seen, reader, next };
}

describe("an event stream", () => {
  test("begins with its retry time, then gives a batch as one chunk, then ends", async () => {
    const { batches, give, end } = source();
    const { next, seen } = open(batches);
    expect(await next()).toBe("retry: 1000\n\n");
    const batch = next();
    await Promise.resolve();
    give([durable, delta]);
    expect(await batch).toBe(encodeEvent(durable) + encodeEvent(delta));
    const last = next();
    await Promise.resolve();
    end();
    expect(await last).toBeNull();
    expect(seen).toEqual({ ended: 1, errors: [] });
  });

  test("says in silence every 15 s that it is alive, and stops when it ends", async () => {
    const { batches, end } = source();
    const { clock, next } = open(batches);
    await next();
    const comment = next();
    await clock.advance(15_000);
    expect(await comment).toBe(": keep-alive\n\n");
    const second = next();
    await clock.advance(15_000);
    expect(await second).toBe(": keep-alive\n\n");
    const last = next();
    end();
    await last;
    expect(clock.sleeping).toBe(0);
  });

  test("asks for no more than its reader takes", async () => {
    const { batches, give, state } = source();
    const { clock, next } = open(batches);
    await clock.advance(60_000);
    expect(state.asked).toBe(0);
    await next();
    await clock.advance(0);
    give([durable]);
    await clock.advance(60_000);
    expect(state.asked).toBe(1);
  });

  test("lets its source go when the reader leaves", async () => {
    const { batches, state } = source();
    const { clock, next, reader, seen } = open(batches);
    await next();
    void next();
    await clock.advance(0);
    await reader.cancel();
    expect(seen.ended).toBe(1);
    expect(state.returned).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  test("whose source fails tells the operator and ends cleanly", async () => {
    const broken = new Error("broken");
    async function* failing(): AsyncGenerator<readonly StreamedEvent[], void> {
      yield [durable];
      throw broken;
    }
    const { next, seen } = open(failing());
    expect(await next()).toContain("retry");
    expect(await next()).toBe(encodeEvent(durable));
    expect(await next()).toBeNull();
    expect(seen).toEqual({ ended: 1, errors: [broken] });
  });
});
