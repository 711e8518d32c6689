import type { Session, SessionEvent } from "@workspace-agent/core";
import type { ModelScript } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const task = { name: "task", arguments: { description: "Look around", prompt: "What is here?" } };
const rm = { name: "bash", arguments: { command: "rm a" } };

const asks: ModelScript = ({ system, messages }) => {
  const isFirst = messages.length === 1;
  if (system.includes("You are a subagent")) return isFirst ? { toolCalls: [rm] } : { text: "an a" };
  return isFirst ? { toolCalls: [task] } : { text: "done" };
};

async function run(api: TestApi) {
  const { id } = await api.createWorkspace("test", { permissions: { bash: "ask" } });
  const root = `/api/workspaces/${id}`;
  const sent = await api.call("POST", `${root}/chat`, { json: { message: "Go", mode: "sync" } });
  const { session_id } = sent.as();
  const sessions = (await api.call("GET", `${root}/sessions`)).as<Session[]>();
  const child = sessions.find(({ parent }) => parent?.session_id === session_id);
  return { root, session_id, child: child?.id ?? "" };
}

const eventsOf = async (api: TestApi, path: string) =>
  (await api.call("GET", `${path}/events?limit=500`, { headers: { accept: "application/json" } })).as<
    SessionEvent[]
  >();

describe("a subagent's session", () => {
  test("is listed and read like any other, and asks its people at its parent", async () => {
    await using api = await testApi({ script: asks });
    const { root, session_id, child } = await run(api);
    const parent = (await api.call("GET", `${root}/sessions/${session_id}`)).as<Session>();
    expect(parent).toMatchObject({ status: "waiting", parent: null });
    const [request] = parent.pending_requests;
    expect(request).toMatchObject({ origin_session_id: child, tool: "bash" });
    const answer = await api.call("POST", `${root}/sessions/${session_id}/requests/${request?.id ?? ""}`, {
      json: { decision: "allow" },
    });
    expect(answer).toMatchObject({ status: 200, json: { outcome: "allow", origin_session_id: child } });
    await api.call("GET", `${root}/sessions/${session_id}?wait=10`);
    const events = await eventsOf(api, `${root}/sessions/${child}`);
    expect(events[0]).toMatchObject({ type: "session.started", parent: { session_id } });
    expect(events.at(-1)).toMatchObject({ type: "turn.ended", turn: { stop_reason: "end_turn" } });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const messages = (await api.call("GET", `${root}/messages?session_id=${child}`)).as<unknown[]>();
    expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "an a" });
    const started = (await eventsOf(api, `${root}/sessions/${session_id}`)).find(
      ({ type }) => type === "item.started",
    );
    expect(started).toMatchObject({ child_session_id: child });
  });

  test("takes no messages", async () => {
    await using api = await testApi({ script: asks });
    const { root, child } = await run(api);
    const refused = await api.call("POST", `${root}/chat`, {
      json: { message: "And?", session_id: child, mode: "async" },
    });
    expect(refused).toMatchObject({
      status: 400,
      json: { code: "invalid_request", errors: [{ pointer: "#/session_id" }] },
    });
  });
});
