import { setImmediate as nextTask } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Session, Turn } from "./index.ts";
import { asking, clientOf, noting, oneCommand, testApi, type TestApi } from "./test-client.test-support.ts";

const TURN = /\/turns\/turn_\w+$/;
const SESSION = /\/sessions\/ses_\w+$/;

/** Delays events after the one that opens a request, until released. */
function stalled(goOn: Promise<null>) {
  let opened = false;
  return new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (opened) await goOn;
      opened ||= new TextDecoder().decode(chunk).includes("request.opened");
      controller.enqueue(chunk);
    },
  });
}

/** Somebody else denies what is asked, and the turn goes on to its end. */
async function deny(api: TestApi, id: string): Promise<void> {
  const client = clientOf(api);
  for await (const { id: session_id, pending_requests } of client.list("/api/workspaces/{id}/sessions", {
    params: { path: { id } },
  })) {
    const path = { id, session_id };
    for (const { id: request_id } of pending_requests) {
      await client.post("/api/workspaces/{id}/sessions/{session_id}/requests/{request_id}", {
        params: { path: { ...path, request_id } },
        body: { decision: "deny" },
      });
    }
    await client.get("/api/workspaces/{id}/sessions/{session_id}", {
      params: { path, query: { wait: 10 } },
    });
  }
}

test("a turn that has ended while its events stall is read once", async () => {
  await using api = await testApi(oneCommand());
  const { id } = await api.createWorkspace("asking", asking);
  const stall = Promise.withResolvers<null>();
  const statuses: string[] = [];
  const client = clientOf(api, {
    fetch: async (request) => {
      const isTurn = TURN.test(new URL(request.url).pathname);
      if (isTurn && statuses.length === 0) await deny(api, id);
      const response = await api.fetch(request);
      if (isTurn) {
        statuses.push(((await response.clone().json()) as Turn).status);
        await nextTask();
      }
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      if (!isStream || response.body === null) return response;
      return new Response(response.body.pipeThrough(stalled(stall.promise)), response);
    },
  });
  const run = client.run(id, "Do it.");
  while (statuses.length === 0) await nextTask();
  for (let task = 0; task < 100; task++) await nextTask();
  stall.resolve(null);
  expect(await run).toMatchObject({ text: "done after the command", turn: { stop_reason: "end_turn" } });
  expect(statuses).toEqual(["completed"]);
});

test("a turn that waits for what is not told yet is looked at once a second", async () => {
  await using api = await testApi(oneCommand());
  const { id } = await api.createWorkspace("asking", asking);
  let looks = 0;
  const pauses: number[] = [];
  const client = clientOf(api, {
    fetch: async (request) => {
      const response = await api.fetch(request);
      if (!SESSION.test(new URL(request.url).pathname) || ++looks > 3) return response;
      return Response.json({ ...((await response.json()) as Session), pending_requests: [] });
    },
    timing: { sleep: noting(pauses), random: () => 0 },
  });
  const { turn, requests } = await client.run(id, "Do it.");
  expect([turn.status, requests.length]).toEqual(["waiting", 1]);
  expect(pauses).toEqual([1000, 1000, 1000]);
});
