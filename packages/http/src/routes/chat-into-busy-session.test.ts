import type { ModelScript } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { parseEvents } from "../sse-reader.test-support.ts";
import { testApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";
import { watchers } from "../watchers.test-support.ts";

const waitsForTool: ModelScript = (request, index) =>
  index === 0
    ? { toolCalls: [{ name: "bash", arguments: { command: "make" } }] }
    : { text: `after ${request.messages.filter(({ role }) => role === "user").length} messages` };

/** A workspace with a session whose first turn runs a command that ends when it is told to, or stopped. */
async function busy() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const api = await testApi({
    script: waitsForTool,
    command: async () => {
      begin();
      await released;
      return { stdout: "made" };
    },
  });
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}/chat`;
  const first = (await api.call("POST", path, { json: { message: "first", mode: "async" } })).as();
  await begun;
  const { session_id } = first;
  return {
    api,
    first,
    session_id,
    release,
    ask: (json: object, headers: Record<string, string> = {}) =>
      api.call("POST", path, { json: { session_id, mode: "async", ...json }, headers }),
    stream: (json: object) => api.fetch("POST", path, { json: { session_id, ...json } }),
    said: async () => {
      await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}?wait=10`);
      const { json } = await api.call("GET", `/api/workspaces/${id}/messages?session_id=${session_id}`);
      return (json as { role: string; content: string }[]).map(({ role, content }) => `${role}: ${content}`);
    },
    page: async (after: number) =>
      (await api.call("GET", `/api/workspaces/${id}/messages?session_id=${session_id}&after=${after}`))
        .json as { seq: number; content: string }[],
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

describe("a message for a session that runs a turn", () => {
  test("joins the turn with `steer`, and is answered with that turn", async () => {
    await using session = await busy();
    const accepted = await session.ask({ message: "second", on_busy: "steer" });
    expect(accepted.status).toBe(202);
    expect(accepted.json).toEqual({ ...session.first, status: "running" });
    session.release();
    expect(await session.said()).toEqual([
      "user: first",
      "assistant: ",
      "tool: made",
      "user: second",
      "assistant: after 2 messages",
    ]);
  });

  test("is followed in its turn's stream from where it was accepted, or waited for", async () => {
    await using session = await busy();
    const response = await session.stream({ message: "second", on_busy: "steer", mode: "stream" });
    const reading = response.text();
    await until(async () => (await watchers(session.api)) === 1);
    const waiting = session.ask({ message: "third", on_busy: "steer", mode: "sync" });
    await until(async () => (await watchers(session.api)) === 2);
    session.release();
    const { events } = parseEvents(await reading);
    const types = events.filter(({ event }) => event !== "item.delta").map(({ event }) => event);
    expect(types.at(0)).toBe("item.completed");
    expect(types.filter((type) => type === "turn.queued" || type === "turn.started")).toEqual([]);
    expect(events.at(-1)).toMatchObject({ event: "turn.ended", data: { turn_id: session.first.turn_id } });
    expect(JSON.stringify(events)).toContain("second");
    expect((await waiting).json).toMatchObject({ turn_id: session.first.turn_id, status: "completed" });
  });

  test("joins once for its Idempotency-Key, and brings no limits", async () => {
    await using session = await busy();
    const json = { message: "second", on_busy: "steer" };
    const one = await session.ask(json, { "idempotency-key": "k" });
    const again = await session.ask(json, { "idempotency-key": "k" });
    expect(again.json).toEqual(one.json);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const bounded = await session.ask({ ...json, limits: { max_steps: 1 } });
    expect(bounded.json).toMatchObject({
      status: 400,
      code: "invalid_request",
      errors: [{ pointer: "#/limits" }],
    });
    session.release();
    const said = await session.said();
    expect(said.filter((text) => text === "user: second")).toHaveLength(1);
  });

  test("ends the turn with `interrupt` and follows it, before those that wait", async () => {
    await using session = await busy();
    await session.ask({ message: "last" });
    const next = await session.ask({ message: "next", on_busy: "interrupt" });
    expect(next.status).toBe(202);
    expect(next.as().turn_id).not.toBe(session.first.turn_id);
    const said = await session.said();
    expect(said.slice(said.indexOf("user: next") - 1)).toEqual([
      "assistant: Stopped: the turn was interrupted.",
      "user: next",
      "assistant: after 2 messages",
      "user: last",
      "assistant: after 3 messages",
    ]);
  });

  test("that waits comes into the transcript behind all that could be read before", async () => {
    await using session = await busy();
    expect(await session.ask({ message: "second" })).toMatchObject({ status: 202 });
    const before = await session.page(0);
    expect(before.map(({ content }) => content)).toEqual(["first", ""]);
    session.release();
    const said = await session.said();
    expect(said.slice(-2)).toEqual(["user: second", "assistant: after 2 messages"]);
    const later = await session.page(before.at(-1)?.seq ?? 0);
    expect(later.map(({ content }) => content)).toEqual([
      "made",
      "after 1 messages",
      "second",
      "after 2 messages",
    ]);
  });
});
