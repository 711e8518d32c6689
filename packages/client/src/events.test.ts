import { expect, test } from "vitest";
import { createClient, type ConnectionState, type FollowedEvent, type SessionEvent } from "./index.ts";
import { clientOf, cutOff, noting, testApi, withoutDelay, type TestApi } from "./test-client.test-support.ts";

async function finishedSession(api: TestApi) {
  const { id } = await api.createWorkspace();
  const { session_id, turn } = await clientOf(api).run(id, "Say so.");
  return { id, session_id, turn };
}

function isDurable(event: FollowedEvent): event is SessionEvent {
  return "seq" in event;
}

test("the log is read from the caller's position", async () => {
  await using api = await testApi();
  const { id, session_id } = await finishedSession(api);
  const events = await Array.fromAsync(clientOf(api).events(id, session_id, { follow: false }));
  const seqs = events.filter(isDurable).map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: "turn.ended" });
  const later = await Array.fromAsync(clientOf(api).events(id, session_id, { follow: false, after: 2 }));
  expect(later.filter(isDurable).map(({ seq }) => seq)).toEqual(seqs.slice(2));
});

test("however often the connection breaks, and wherever, each event comes once", async () => {
  await using api = await testApi();
  const { id, session_id } = await finishedSession(api);
  const whole = await Array.fromAsync(clientOf(api).events(id, session_id, { follow: false }));
  for (const length of [1, 40, 300, 700, 1100, 1900]) {
    const client = clientOf(api, { fetch: cutOff(api.fetch, length, length, length) });
    expect(await Array.fromAsync(client.events(id, session_id, { follow: false }))).toEqual(whole);
  }
});

test("a listener receives the state of the connection, and the client respects the instance's pauses", async () => {
  await using api = await testApi();
  const { id, session_id } = await finishedSession(api);
  const states: ConnectionState[] = [];
  const pauses: number[] = [];
  let refusals = 2;
  const client = clientOf(api, {
    fetch: async (request) =>
      refusals-- > 0
        ? new Response("busy", { status: 503, headers: { "retry-after": "9" } })
        : await api.fetch(request),
    timing: { sleep: noting(pauses), random: () => 1 },
  });
  await Array.fromAsync(
    client.events(id, session_id, { follow: false, onState: (state) => states.push(state) }),
  );
  expect(states.map(({ state }) => state)).toEqual(["connecting", "reconnecting", "reconnecting", "open"]);
  expect(states[2]).toMatchObject({ attempt: 2, delayMs: 9000, error: { status: 503 } });
  expect(pauses).toEqual([9000, 9000]);
});

test("errors that waiting does not fix are thrown", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const events = clientOf(api).events(id, "ses_none");
  await expect(Array.fromAsync(events)).rejects.toMatchObject({ code: "not_found" });
});

test("an abort ends the iteration quietly, and the connection with it", async () => {
  await using api = await testApi();
  const { id, session_id } = await finishedSession(api);
  const left = new AbortController();
  let asked: AbortSignal | undefined;
  const client = clientOf(api, {
    fetch: async (request) => {
      asked = request.signal;
      return await api.fetch(request);
    },
  });
  for await (const event of client.events(id, session_id, { signal: left.signal })) {
    if (event.type === "sync") left.abort();
  }
  expect(asked?.aborted).toBe(true);
});

test("a silent connection is replaced", async () => {
  await using api = await testApi();
  const { id, session_id } = await finishedSession(api);
  let connections = 0;
  let isSilent = false;
  const client = createClient({
    baseUrl: "http://127.0.0.1:8787",
    token: api.token,
    fetch: async (request) => {
      connections += 1;
      if (connections > 1) return await api.fetch(request);
      isSilent = true;
      // The half of a connection that is left when the other end is gone: it ends by the reader's own hand.
      const body = new ReadableStream<Uint8Array>({
        start: (controller) =>
          request.signal.addEventListener("abort", () => controller.error(request.signal.reason)),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    timing: {
      random: () => 0,
      sleep: async (ms, signal) => {
        // Time passes for the watch over the silent connection alone, until that is given up.
        if (ms <= 30_000) isSilent = false;
        else if (!isSilent) await withoutDelay(ms, signal);
      },
    },
  });
  const events = await Array.fromAsync(client.events(id, session_id, { follow: false }));
  expect(events.at(-1)).toMatchObject({ type: "turn.ended" });
  expect(connections).toBe(2);
});
