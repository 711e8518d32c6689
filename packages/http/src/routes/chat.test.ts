import type { ModelScript } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { parseEvents } from "../sse-reader.test-support.ts";
import { testApi, type Asked } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

const toolThenText: ModelScript = (_, index) =>
  index === 0 ? { toolCalls: [{ name: "bash", arguments: { command: "echo hi" } }] } : { text: "All done." };

const stalls: ModelScript = () => ({ text: "never", stall: true });

describe("a chat call", () => {
  test("that is async is accepted at once, and polled", async () => {
    await using api = await testApi({ script: toolThenText, handler: { prefix: "/agents" } });
    const { id } = await api.createWorkspace();
    const accepted = await api.call("POST", `/agents/api/workspaces/${id}/chat`, {
      json: { message: "Go", mode: "async", source: "web" },
    });
    expect(accepted.status).toBe(202);
    expect(accepted.json).toEqual({
      session_id: expect.stringMatching(/^ses_/) as string,
      turn_id: expect.stringMatching(/^turn_/) as string,
      status: "queued",
    });
    const location = accepted.headers.get("location") ?? "";
    expect(location).toBe(`/agents/api/workspaces/${id}/sessions/${accepted.as().session_id}`);
    const session = await api.call("GET", `${location}?wait=10`);
    expect(session.json).toMatchObject({
      status: "idle",
      chat_status: "idle",
      source: "web",
      stop_reason: "end_turn",
    });
  });

  test("that is sync answers with the result", async () => {
    await using api = await testApi({ script: toolThenText, command: () => ({ stdout: "hi\n" }) });
    const { id } = await api.createWorkspace();
    const result = await api.chat(id, { mode: "sync" });
    expect(result.status).toBe(200);
    expect(result.json).toMatchObject({
      status: "completed",
      reason: "end_turn",
      final_message: "All done.",
      error: null,
    });
    expect(result.as().messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(result.as().stats).toMatchObject({ steps: 2, tool_calls: 1 });
  });

  test("streams by default: the events of its turn, to the end", async () => {
    await using api = await testApi({ script: toolThenText });
    const { id } = await api.createWorkspace();
    const response = await api.fetch("POST", `/api/workspaces/${id}/chat`, { json: { message: "Go" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const { retry, events } = parseEvents(await response.text());
    expect(retry).toBe(1000);
    expect(events[0]?.event).toBe("turn.queued");
    expect(events.at(-1)).toMatchObject({ event: "turn.ended", data: { turn: { status: "completed" } } });
  });

  test.each([
    ["application/json", "application/json"],
    ["application/json, text/plain", "application/json"],
    ["application/json, text/event-stream", "text/event-stream"],
    ["*/*", "text/event-stream"],
    ["text/event-stream", "text/event-stream"],
    [undefined, "text/event-stream"],
  ])("without a mode follows Accept: %s", async (accept, type) => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const response = await api.fetch("POST", `/api/workspaces/${id}/chat`, {
      json: { message: "Go" },
      headers: accept === undefined ? {} : { accept },
    });
    expect(response.headers.get("content-type")).toBe(type);
    await response.text();
  });

  test("with a mode follows the mode, whatever is accepted", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { headers } = await api.call("POST", `/api/workspaces/${id}/chat`, {
      json: { message: "Go", mode: "stream" },
      headers: { accept: "application/json" },
    });
    expect(headers.get("content-type")).toBe("text/event-stream");
  });

  test("that is sync and takes too long is 504 with both ids, and the turn goes on", async () => {
    await using api = await testApi({ script: stalls, handler: { limits: { syncSeconds: 5 } } });
    const { id } = await api.createWorkspace();
    const pending = api.chat(id, { mode: "sync" });
    const { value, seconds } = await api.passTime(pending);
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(value.json).toMatchObject({
      status: 504,
      code: "sync_timeout",
      session_id: expect.stringMatching(/^ses_/) as string,
    });
    const turn = await api.call(
      "GET",
      `/api/workspaces/${id}/sessions/${value.as().session_id}/turns/${value.as().turn_id}`,
    );
    expect(turn.as().status).toBe("running");
  });

  test("into a busy session waits, joins its turn or is refused", async () => {
    await using api = await testApi({ script: stalls, service: { maxQueuedTurns: 1 } });
    const { id } = await api.createWorkspace();
    const chat = (json: object) => api.chat(id, { mode: "async", ...json });
    const { session_id, turn_id } = (await chat({ message: "a" })).as();
    await until(
      async () =>
        (await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}`)).as().status === "running",
    );
    expect((await chat({ message: "b", session_id, on_busy: "reject" })).json).toMatchObject({
      status: 409,
      code: "session_busy",
    });
    const joined = await chat({ message: "now", session_id, on_busy: "steer" });
    expect([joined.status, joined.json]).toEqual([202, { session_id, turn_id, status: "running" }]);
    expect((await chat({ message: "c", session_id })).status).toBe(202);
    const full = await chat({ message: "d", session_id });
    expect(full.json).toMatchObject({ status: 429, code: "queue_full" });
    expect(full.headers.get("retry-after")).toMatch(/^\d+$/);
    const turns = await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}/turns`);
    expect(turns.json).toHaveLength(2);
  });

  test("takes a message of 1 MiB, and not of a byte more", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const chat = (message: string) => api.chat(id, { message, mode: "async" });
    expect((await chat("ü".repeat(524_288))).status).toBe(202);
    expect((await chat(`x${"ü".repeat(524_288)}`)).json).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    expect((await chat("\0".repeat(3_000_000))).json).toMatchObject({ status: 413 });
  });

  test("whose body is over its own limit is refused", async () => {
    await using api = await testApi({ handler: { limits: { chatBytes: 1000, jsonBytes: 10 } } });
    const { id } = await api.createWorkspace();
    const chat = (message: string) => api.chat(id, { message, mode: "async" });
    expect((await chat("x".repeat(500))).status).toBe(202);
    expect((await chat("x".repeat(1000))).json).toMatchObject({ code: "payload_too_large" });
  });
});

describe("an Idempotency-Key", () => {
  const withKey = (key: string, json: object): Asked => ({ json, headers: { "idempotency-key": key } });

  test("gives a repeat the same turn, in the repeat's own mode", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/chat`;
    const first = await api.call("POST", path, withKey("key 1", { message: "Go", mode: "async" }));
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await api.call("POST", path, withKey("key 1", { message: "Go", mode: "async" }));
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
    expect(again.json).toMatchObject({ session_id: first.as().session_id, turn_id: first.as().turn_id });
    const sync = await api.call("POST", path, withKey("key 1", { message: "Go", mode: "sync" }));
    expect(sync.json).toMatchObject({ turn_id: first.as().turn_id, status: "completed" });
    const streamed = await api.call("POST", path, withKey("key 1", { message: "Go" }));
    const { events } = parseEvents(streamed.text);
    expect(events[0]).toMatchObject({ event: "turn.queued", data: { turn_id: first.as().turn_id } });
    expect((await api.call("GET", `/api/workspaces/${id}/sessions`)).json).toHaveLength(1);
  });

  test.each(["", "x".repeat(256), "a\tb"])("that is %o is refused", async (key) => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const { json } = await api.call("POST", `/api/workspaces/${id}/chat`, withKey(key, { message: "x" }));
    expect(json).toMatchObject({ status: 400, code: "invalid_request" });
  });
});

test("a service that is stopping takes no more work, and says so", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace();
  await api.passTime(api.service.stop({ graceMs: 10 }));
  const refused = await api.chat(id, { message: "x", mode: "async" });
  expect(refused.json).toMatchObject({ status: 503, code: "overloaded" });
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await api.call("GET", "/readyz")).status).toBe(503);
});
