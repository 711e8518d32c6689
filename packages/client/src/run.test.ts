import { ModelError } from "@workspace-agent/core/ports";
import { expect, test } from "vitest";
import type { ConnectionState, RunEvent } from "./index.ts";
import { asking, clientOf, cutOff, oneCommand, testApi } from "./test-client.test-support.ts";

test("a run returns the turn, the agent's final message and its usage", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const events: RunEvent[] = [];
  const result = await clientOf(api).run(id, "Say so.", { onEvent: (event) => events.push(event) });
  expect(result).toMatchObject({
    text: "done",
    turn: { status: "completed", stop_reason: "end_turn" },
    usage: { steps: 1 },
    requests: [],
  });
  expect(events[0]?.type).toBe("turn.queued");
  expect(events.at(-1)?.type).toBe("turn.ended");
});

test("a run says that it waits for an instance that does not accept it yet", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  let refused = 0;
  const states: ConnectionState[] = [];
  const client = clientOf(api, {
    fetch: async (request) => {
      if (!request.url.endsWith("/chat") || ++refused > 2) return await api.fetch(request);
      const problem = {
        status: 503,
        code: "overloaded",
        title: "Overloaded",
        detail: "The disk is nearly full.",
      };
      const headers = { "content-type": "application/problem+json", "retry-after": "30" };
      return new Response(JSON.stringify(problem), { status: 503, headers });
    },
  });
  const { text } = await client.run(id, "Say so.", { onState: (state) => states.push(state) });
  expect(text).toBe("done");
  expect(states.filter(({ state }) => state === "reconnecting")).toMatchObject([
    { attempt: 1, delayMs: 30_000, error: { code: "overloaded", detail: "The disk is nearly full." } },
    { attempt: 2, delayMs: 30_000, error: { code: "overloaded" } },
  ]);
});

test("a run that fails has no final message, since earlier text is no answer", async () => {
  let step = 0;
  await using api = await testApi(() =>
    step++ === 0
      ? { text: "I will look.", toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }
      : { fail: new ModelError("auth", "no", { retryable: false }) },
  );
  const { id } = await api.createWorkspace();
  expect(await clientOf(api).run(id, "Say so.")).toMatchObject({ text: "", turn: { status: "failed" } });
});

test("a run continues a session and tells of its own turn only", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const client = clientOf(api, { fetch: cutOff(api.fetch, 1_000_000, 400, 10) });
  const first = await client.run(id, "One.");
  const events: RunEvent[] = [];
  const second = await client.run(id, "Two.", {
    sessionId: first.session_id,
    onEvent: (event) => events.push(event),
  });
  expect(second.session_id).toBe(first.session_id);
  expect(new Set(events.map(({ turn_id }) => turn_id))).toEqual(new Set([second.turn.id]));
});

test.for([1, 100, 500, 1500])(
  "a connection that breaks after %i bytes is no second turn and loses nothing",
  async (length) => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const client = clientOf(api, { fetch: cutOff(api.fetch, length, length) });
    const seqs: number[] = [];
    const { text, session_id } = await client.run(id, "Say so.", {
      onEvent: (event) => {
        if ("seq" in event) seqs.push(event.seq);
      },
    });
    expect(text).toBe("done");
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(
      await Array.fromAsync(client.list("/api/workspaces/{id}/sessions", { params: { path: { id } } })),
    ).toMatchObject([{ id: session_id, message_count: 2 }]);
  },
);

test("an answer that is lost before it comes is no second turn", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  let losses = 2;
  const client = clientOf(api, {
    fetch: async (request) => {
      const response = await api.fetch(request);
      if (losses-- <= 0) return response;
      await response.body?.cancel();
      throw new TypeError("fetch failed");
    },
  });
  await client.run(id, "Say so.");
  const sessions = client.list("/api/workspaces/{id}/sessions", { params: { path: { id } } });
  expect(await Array.fromAsync(sessions)).toHaveLength(1);
});

test("a run that cannot start says why, and does not retry forever", async () => {
  await using api = await testApi();
  await expect(clientOf(api).run("ws_none", "Say so.")).rejects.toMatchObject({ code: "not_found" });
  let attempts = 0;
  const client = clientOf(api, {
    fetch: async () => {
      attempts += 1;
      return await Promise.reject(new TypeError("fetch failed"));
    },
  });
  await expect(client.run("ws_none", "Say so.")).rejects.toMatchObject({ name: "NetworkError" });
  expect(attempts).toBe(6);
});

test("a run whose turn needs a person resolves with what is asked", async () => {
  await using api = await testApi(oneCommand());
  const { id } = await api.createWorkspace("asking", asking);
  const { turn, requests } = await clientOf(api).run(id, "Do it.");
  expect(turn.status).toBe("waiting");
  expect(requests).toMatchObject([{ kind: "approval", tool: "bash" }]);
});

test("a run answers what is asked where its caller says how", async () => {
  await using api = await testApi(oneCommand());
  const { id } = await api.createWorkspace("asking", asking);
  const asked: string[] = [];
  const { turn, text, requests } = await clientOf(api).run(id, "Do it.", {
    onRequest: ({ kind }) => {
      asked.push(kind);
      return { decision: "deny", note: "Not today." };
    },
  });
  expect(asked).toEqual(["approval"]);
  expect(turn.stop_reason).toBe("end_turn");
  expect(text).toBe("done after the command");
  expect(requests).toEqual([]);
});

test("a decision is about what its caller was shown: with the hash of something else it is refused", async () => {
  await using api = await testApi(oneCommand());
  const { id } = await api.createWorkspace("asking", asking);
  const sent: unknown[] = [];
  const listening = clientOf(api, {
    fetch: async (request) => {
      if (request.url.includes("/requests/")) sent.push(await request.clone().json());
      return await api.fetch(request);
    },
  });
  let subject_hash: string | undefined;
  await listening.run(id, "Do it.", {
    onRequest: (request) => {
      subject_hash = request.subject_hash;
      return { decision: "allow" };
    },
  });
  expect(subject_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(sent).toEqual([{ decision: "allow", subject_hash }]);

  await using other = await testApi(oneCommand());
  const { id: otherId } = await other.createWorkspace("asking", asking);
  const wrong = { decision: "allow" as const, subject_hash: "0".repeat(64) };
  const run = clientOf(other).run(otherId, "Do it.", { onRequest: () => wrong });
  await expect(run).rejects.toMatchObject({ code: "precondition_failed" });
});

test("an abort stops the waiting with its reason, and the turn goes on", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  const left = new AbortController();
  const client = clientOf(api);
  let turn = { session_id: "", turn_id: "" };
  const run = client.run(id, "Say so.", {
    signal: left.signal,
    onAccepted: (accepted) => {
      turn = accepted;
      left.abort(new Error("left"));
    },
  });
  await expect(run).rejects.toThrow("left");
  const ended = await client.get("/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}", {
    params: { path: { id, ...turn }, query: { wait: 10 } },
  });
  expect(ended.status).toBe("completed");
});
