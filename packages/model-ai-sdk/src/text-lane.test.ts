import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { modelFetch } from "./model-fetch.ts";
import { modelAt, read, simpleRequest, textOf } from "./provider-models.test-support.ts";
import {
  chunk,
  DONE,
  EVENT_STREAM,
  events,
  replayServer,
  untilHeldUp,
  USAGE,
} from "./replay-server.test-support.ts";
import { TextLane } from "./text-lane.ts";
import { both, packets, says, told, WatchedReader } from "./text-lane.test-support.ts";

/** A fetch that counts the events that a package is given. */
function counting() {
  const counted = { events: 0 };
  const fetch: typeof modelFetch = async (input, init) => {
    const response = await modelFetch(input, init);
    const decoder = new TextDecoder();
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        counted.events += decoder.decode(bytes, { stream: true }).split("\n\n").length - 1;
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body?.pipeThrough(counter), response);
  };
  return { counted, fetch };
}

describe("text that comes at a model's own pace", () => {
  const words = Array.from({ length: 60 }, (_, index) => ` word ${index}, "quoted" \\ é \u{1f642}\n`);

  test("goes past the package, but for the first of it, and arrives whole", async () => {
    const lines = [chunk({ role: "assistant" }), ...words.map(says), chunk({}, "stop"), USAGE];
    /** Reads the text at its pace, and counts what the package received. */
    const paced = async (packageAsIs: boolean) => {
      const reader = new WatchedReader();
      const server = await packets([...lines.map((each) => events([each])), DONE], {
        pace: (sent) => reader.untilTold(words.slice(0, sent - 1).join("")),
      });
      const { counted, fetch } = counting();
      const model = reader.of(modelAt(server.url, "openai-compatible", { fetch, packageAsIs }));
      return { outcome: await read(model), counted };
    };
    const { outcome, counted } = await paced(true);
    expect(textOf(outcome.parts, "text-delta")).toBe(words.join(""));
    expect(outcome.parts.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    expect(counted.events).toBeLessThan(30);
    // One that nobody asked to leave its text alone is given all of it.
    expect((await paced(false)).counted.events).toBeGreaterThan(50);
  });

  test("keeps its place beside reasoning and calls", async () => {
    const call = (index: number, argument: string) =>
      chunk({
        tool_calls: [
          { index, id: `call_${index}`, type: "function", function: { name: "bash", arguments: argument } },
        ],
      });
    const lines = [
      ...words.map((word) => chunk({ reasoning_content: word })),
      ...words.map(says),
      call(0, "{}"),
      ...words.map(says),
      call(1, '{"command":"ls"}'),
      chunk({}, "tool_calls"),
      USAGE,
    ];
    const { alone, beside } = await both("openai-compatible", [...lines.map((line) => events([line])), DONE]);
    expect(beside).toEqual(alone);
    expect(beside.parts.map(({ type }) => type)).toEqual(alone.parts.map(({ type }) => type));
  });

  test("that breaks off is no whole answer, and nothing of it is lost", async () => {
    // What is under way in the package as it breaks off is lost, with or without a lane: here nothing is.
    const cut = async (packageAsIs: boolean) => {
      const reader = new WatchedReader();
      const server = await packets(
        words.map(says).map((line) => events([line])),
        { isCut: true, pace: (sent) => reader.untilTold(words.slice(0, sent).join("")) },
      );
      return told(await read(reader.of(modelAt(server.url, "openai-compatible", { packageAsIs }))));
    };
    const [alone, beside] = [await cut(false), await cut(true)];
    expect(beside).toEqual(alone);
    expect(beside.kind).toBe("network");
    expect(textOf(beside.parts, "text-delta")).toBe(words.join(""));
  });

  test("is held back from a reader who has left", async () => {
    const leaving = new AbortController();
    const reader = new WatchedReader();
    const server = await packets(
      words.map(says).map((line) => events([line])),
      { pace: (sent) => reader.untilTold(words.slice(0, sent).join("")) },
    );
    const model = reader.of(modelAt(server.url, "openai-compatible", { packageAsIs: true }));
    let count = 0;
    const reading = (async () => {
      for await (const part of model.stream(simpleRequest, leaving)) {
        count += part.type === "text-delta" ? 1 : 0;
        if (count === 10) leaving.abort(new Error("left"));
      }
    })();
    await expect(reading).rejects.toThrow("left");
    expect(count).toBe(10);
    await turn();
    await expect.poll(() => server.connections()).toBe(0);
  });
});

describe("a lane", () => {
  const event = (content: string) => Buffer.from(events([says(content)]));
  const raw = { type: "raw", rawValue: {} } as const;
  const delta = (text: string) => ({ type: "text-delta", id: "0", delta: text }) as const;

  test("opens when the package has emitted all that it received", () => {
    const lane = new TextLane();
    expect(lane.takes(event("a"), true)).toBe(false);
    // The same again, while the first is on its way.
    expect(lane.takes(event("a"), true)).toBe(false);
    for (const part of [raw, delta("a")]) lane.saw(part);
    expect(lane.takes(event("b"), true)).toBe(false);
    for (const part of [raw, delta("a"), raw, delta("b")]) lane.saw(part);
    expect(lane.takes(event("c"), true)).toBe(true);
    expect(lane.takes(event("d"), true)).toBe(true);
    expect(lane.take()).toEqual(delta("cd"));
    expect(lane.take()).toBeNull();
  });

  test("stays shut where the package makes something else of the text", () => {
    const lane = new TextLane();
    lane.takes(event("a"), true);
    for (const part of [raw, delta("A")]) lane.saw(part);
    expect(lane.takes(event("b"), true)).toBe(false);
  });

  test("shuts for what is no such text, and keeps what waits", () => {
    const lane = new TextLane();
    lane.takes(event("a"), true);
    for (const part of [raw, delta("a")]) lane.saw(part);
    expect(lane.takes(event("b"), true)).toBe(true);
    expect(lane.takes(Buffer.from(events([chunk({}, "stop")])), true)).toBe(false);
    expect(lane.takes(event("c"), true)).toBe(false);
    expect(lane.take()).toEqual(delta("b"));
  });

  test("stays shut where the package tells of more than it was given", () => {
    const lane = new TextLane();
    lane.takes(event("a"), true);
    for (const part of [raw, raw, delta("a")]) lane.saw(part);
    lane.takes(event("a"), true);
    lane.takes(event("b"), true);
    for (const part of [raw, delta("b")]) lane.saw(part);
    expect(lane.takes(event("c"), true)).toBe(false);
  });

  test("stays shut once an event has come in two parts", () => {
    const lane = new TextLane();
    const [first, second] = [event("a").subarray(0, 3), event("a").subarray(3)];
    expect(lane.takes(first, false)).toBe(false);
    expect(lane.takes(second, false)).toBe(false);
    expect(lane.takes(event("b"), true)).toBe(false);
    for (const part of [raw, delta("b")]) lane.saw(part);
    expect(lane.takes(event("c"), true)).toBe(false);
  });
});

test("a model that says more than its reader takes is held up", async () => {
  const text = "x".repeat(8_000);
  let written = 0;
  const server = await replayServer((response) => {
    response.writeHead(200, EVENT_STREAM);
    void (async () => {
      for (let count = 0; count < 4_000 && !response.destroyed; count++) {
        written += text.length;
        if (!response.write(events([says(text)]))) await once(response, "drain").catch(() => {});
        await turn();
      }
    })();
  });
  const model = modelAt(server.url, "openai-compatible", { packageAsIs: true });
  const reading = model.stream(simpleRequest, new AbortController());
  const parts = reading[Symbol.asyncIterator]();
  for (let count = 0; count < 20; count++) await parts.next();
  expect(await untilHeldUp(() => written, 16_000_000)).toBeLessThan(16_000_000);
  await parts.return?.(undefined);
});
