import type {
  AcceptedTurn,
  Message,
  ResolvedRequest,
  Session,
  SessionEvent,
  Turn,
} from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { newWorkspace, serversOn } from "./main.test-support.ts";
import { Caller, stopServer } from "./running-server.test-support.ts";
import { scriptedOpenAi } from "./scripted-openai.test-support.ts";

const lookup = {
  name: "lookup",
  description: "Looks up a ticket.",
  input_schema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] },
};

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("a call that the caller runs, on a standalone server that is killed meanwhile", () => {
  it("has its result accepted once after the restart, and the turn completes", async () => {
    const model = await scriptedOpenAi(1, () => ({ name: "lookup", arguments: { id: 7 } }));
    const { start } = await serversOn({ SANDBOX: "interpreter", ...model.settings });
    const first = await start();
    const before = await Caller.signIn(first);
    const base = `/api/workspaces/${await newWorkspace(before)}`;
    const chat = { mode: "async", message: "Look up ticket 7.", tools: [lookup] };
    const { session_id, turn_id } = await before.send<AcceptedTurn>("POST", `${base}/chat`, chat);
    const path = `${base}/sessions/${session_id}`;
    const asked = await before.get<Session>(`${path}?wait=30`);
    expect(asked).toMatchObject({
      status: "waiting",
      pending_requests: [{ kind: "tool_call", tool: "lookup", arguments: '{"id":7}' }],
    });

    await stopServer(first, "SIGKILL");
    const result = { output: { title: "Leak" } };
    const caller = before.at((await start()).base);
    expect((await caller.get<Session>(path)).pending_requests).toEqual(asked.pending_requests);
    const address = `${path}/requests/${asked.pending_requests[0]?.id}`;
    const posted = await Promise.all([1, 2, 3].map(() => caller.fetch(address, post(result))));
    expect(posted.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const accepted = posted.find(({ ok }) => ok);
    expect((await accepted?.json()) as ResolvedRequest).toMatchObject({
      outcome: "answered",
      output: '{"title":"Leak"}',
    });
    const turn = await caller.get<Turn>(`${path}/turns/${turn_id}?wait=30`);
    expect(turn).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
      stats: { steps: 2, tool_calls: 1 },
    });
    const late = await caller.fetch(address, post({ output: "something else" }));
    expect([late.status, await late.json()]).toMatchObject([409, { code: "already_resolved" }]);

    const transcript = await caller.get<Message[]>(`${base}/messages?session_id=${session_id}`);
    const parts = transcript.flatMap(({ parts }) => parts);
    expect(parts.filter(({ type }) => type === "tool_call")).toMatchObject([{ name: "lookup" }]);
    expect(parts.filter(({ type }) => type === "tool_result")).toMatchObject([
      { output: '{"title":"Leak"}', is_error: false },
    ]);
    const headers = { accept: "application/json" };
    const log = await caller.fetch(`${path}/events?limit=500`, { headers });
    const types = ((await log.json()) as SessionEvent[]).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("request."))).toEqual([
      "request.opened",
      "request.resolved",
    ]);
    expect(types.filter((type) => type === "turn.ended")).toHaveLength(1);
  });
});
