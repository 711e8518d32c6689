import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient, type WorkspaceAgentClient } from "./index.ts";
import { BASE } from "./test-client.test-support.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A client whose pauses are the clock's, and how often it has asked. */
function counting(answer: (request: Request) => Promise<Response>) {
  const asked = { times: 0 };
  const client = createClient({
    baseUrl: BASE,
    token: "wat_test",
    fetch: async (request) => {
      asked.times += 1;
      return await answer(request);
    },
    timing: { random: () => 0 },
  });
  return { client, asked };
}

/** The other end is gone, and nobody says so. */
async function neverAnswered({ signal }: Request): Promise<Response> {
  return await new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

async function failureOf(client: WorkspaceAgentClient): Promise<unknown> {
  return await client.run("ws_test", "Say so.").then(
    () => null,
    (error: unknown) => error,
  );
}

test("a pause that the instance asks for between attempts to start is no silence, however long", async () => {
  const { client, asked } = counting(() =>
    Promise.resolve(new Response("busy", { status: 429, headers: { "retry-after": "60" } })),
  );
  const failure = failureOf(client);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(asked.times).toBe(5);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ name: "ProblemError", status: 429 });
  expect(asked.times).toBe(6);
});

test("an attempt to start that is never answered is given up, and made again", async () => {
  const { client, asked } = counting(neverAnswered);
  const failure = failureOf(client);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(asked.times).toBe(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await failure).toMatchObject({
    name: "NetworkError",
    message: "The instance did not respond in time.",
  });
  expect(asked.times).toBe(6);
});

test("a connection for events that is never answered is given up, and made again", async () => {
  const { client, asked } = counting(neverAnswered);
  const left = new AbortController();
  const events = Array.fromAsync(client.events("ws_test", "ses_test", { signal: left.signal }));
  await vi.advanceTimersByTimeAsync(46_000);
  expect(asked.times).toBe(2);
  left.abort();
  expect(await events).toEqual([]);
});

test("an abort ends an attempt that is never answered", async () => {
  const { client, asked } = counting(neverAnswered);
  const left = new AbortController();
  const run = client.run("ws_test", "Say so.", { signal: left.signal });
  const rejected = expect(run).rejects.toThrow("left");
  await vi.advanceTimersByTimeAsync(1000);
  left.abort(new Error("left"));
  await rejected;
  expect([asked.times, vi.getTimerCount()]).toEqual([1, 0]);
});

test("a caller that is busy with an event keeps the connection, which is given up when it is silent", async () => {
  const event = (seq: number) => new TextEncoder().encode(`event: turn.started\ndata: {"seq":${seq}}\n\n`);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(event(1));
        controller.enqueue(event(2));
      },
    });
  const { client, asked } = counting(() => Promise.resolve(new Response(stream())));
  const left = new AbortController();
  const events = client.events("ws_test", "ses_test", { signal: left.signal })[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ seq: 1 });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const second = events.next();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.times).toBe(1);
  expect((await second).value).toMatchObject({ seq: 2 });

  const third = events.next();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked.times).toBe(2);
  left.abort();
  expect(await third).toMatchObject({ done: true });
});
