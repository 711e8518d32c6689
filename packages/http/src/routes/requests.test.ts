import type { ResolvedRequest, Session, Turn } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi, type Answered, type TestApi } from "../test-api.test-support.ts";

const QUESTIONS = [
  { question: "Which branch?", options: [{ label: "main" }, { label: "next" }] },
  { question: "Which checks?", multiple: true },
];
const bash = { name: "bash", arguments: { command: "git push" } };
const askUser = { name: "ask_user", arguments: { questions: QUESTIONS } };

/** A session that waits for a person. */
async function waiting(api: TestApi) {
  const { id } = await api.createWorkspace("test", { permissions: { bash: "ask" } });
  const { json } = await api.chat(id);
  expect(json).toMatchObject({ status: "waiting", reason: null });
  const { session_id, turn_id } = json as { session_id: string; turn_id: string };
  const path = `/api/workspaces/${id}/sessions/${session_id}`;
  const session = (await api.call("GET", `${path}?wait=60`)).as<Session>();
  expect(session).toMatchObject({ status: "waiting", chat_status: "human" });
  const [request] = session.pending_requests;
  if (request === undefined) throw new Error("Nothing is asked.");
  return { id, path, turn_id, request, address: `${path}/requests/${request.id}` };
}

/** The pointers of a refusal as invalid. */
function pointersIn(refused: Answered): readonly string[] {
  expect(refused.json).toMatchObject({ status: 400, code: "invalid_request" });
  return refused.as().errors.map(({ pointer }) => pointer);
}

const withCall = (call: { readonly name: string; readonly arguments: object }) =>
  testApi({ script: [{ toolCalls: [call] }, { text: "done" }], command: async () => ({ stdout: "pushed" }) });

describe("an approval", () => {
  test("is answered once, and the turn goes on", async () => {
    await using api = await withCall(bash);
    const { path, turn_id, request, address } = await waiting(api);
    expect((await api.call("GET", `${path}/turns/${turn_id}?wait=60`)).as<Turn>().status).toBe("waiting");
    const allowed = await api.call("POST", address, { json: { decision: "allow", note: "Go on." } });
    expect(allowed.status).toBe(200);
    expect(allowed.json).toEqual({
      ...request,
      outcome: "allow",
      note: "Go on.",
      by: { kind: "token", id: expect.stringMatching(/^tok_/) as string, name: "test" },
      resolved_at: expect.any(String) as string,
    });
    expect((await api.call("GET", `${path}/turns/${turn_id}?wait=60`)).as<Turn>()).toMatchObject({
      status: "completed",
      stop_reason: "end_turn",
    });
    const again = await api.call("POST", address, { json: { decision: "deny" } });
    expect(again.json).toMatchObject({ status: 409, code: "already_resolved" });
    const text = (await api.call("GET", `${path}/events?follow=false`)).text;
    const types = [...text.matchAll(/^event: (request\..*|turn\..*)$/gm)].map(([, type]) => type);
    expect(types).toEqual([
      "turn.queued",
      "turn.started",
      "request.opened",
      "request.resolved",
      "turn.ended",
    ]);
  });

  test.each([
    [{}, "#/decision"],
    [{ decision: "maybe" }, "#/decision"],
    [{ decision: "allow", notes: "x" }, "#/notes"],
    [{ decision: "allow", answers: {} }, "#/answers"],
    [{ decision: "deny", note: "" }, "#/note"],
    [{ decision: "deny", note: "a\0b" }, "#/note"],
    [{ decision: "deny", note: "x".repeat(10_001) }, "#/note"],
    [{ answers: { "0": "yes" } }, "#/answers"],
    [[], "#/decision"],
  ])("refuses %j and stays open", async (json, pointer) => {
    await using api = await withCall(bash);
    const { path, address } = await waiting(api);
    expect(pointersIn(await api.call("POST", address, { json }))).toContain(pointer);
    expect((await api.call("GET", path)).as().status).toBe("waiting");
  });
});

describe("a question", () => {
  test("shows what is asked, and takes answers by text or by number", async () => {
    await using api = await withCall(askUser);
    const { path, request, address } = await waiting(api);
    expect(request).toMatchObject({
      kind: "question",
      tool: "ask_user",
      prompt: "Which branch?\nWhich checks?",
      questions: QUESTIONS,
    });
    const answered = await api.call("POST", address, {
      json: { answers: { "Which branch?": "another", "1": ["lint", "types"] } },
    });
    expect(answered.as<ResolvedRequest>()).toMatchObject({
      outcome: "answered",
      answers: { "Which branch?": "another", "Which checks?": ["lint", "types"] },
    });
    await api.call("GET", `${path}?wait=60`);
    const transcript = (
      await api.call("GET", `${path}/transcript`, { headers: { accept: "application/json" } })
    ).text;
    expect(transcript).toContain("Which branch?\\nanother\\n\\nWhich checks?\\nlint; types");
  });

  test.each([
    [{ answers: {} }, "#/answers"],
    [{ answers: { "0": "main" } }, "#/answers"],
    [{ answers: { "0": "main", "1": "a", "2": "b" } }, "#/answers/2"],
    [{ answers: { "0": ["main"], "1": "a" } }, "#/answers/0"],
    [{ answers: { "0": "main", "Which branch?": "next", "1": "a" } }, "#/answers/0"],
    [{ answers: { "0": 5, "1": "a" } }, "#/answers/0"],
    [{ answers: { constructor: "main" } }, "#/answers/constructor"],
    [{ decision: "allow" }, "#/decision"],
  ])("refuses %j", async (json, pointer) => {
    await using api = await withCall(askUser);
    const { address } = await waiting(api);
    expect(pointersIn(await api.call("POST", address, { json }))).toContain(pointer);
  });
});

describe("a tool call that the caller runs", () => {
  const tool = {
    name: "open_tickets",
    description: "Counts open tickets.",
    input_schema: { type: "object", properties: { component: { type: "string" } } },
  };
  const script = [
    { toolCalls: [{ name: tool.name, arguments: { component: "parser" } }] },
    { text: "Three are open." },
  ];

  /** A turn that waits for the result, which a token with the scope `chat` asked for. */
  async function calling(api: TestApi) {
    const { id } = await api.createWorkspace();
    const token = await api.createToken({ scopes: ["chat", "workspaces:read"] });
    const sent = { message: "Go", mode: "sync", tools: [tool] };
    const { json } = await api.call("POST", `/api/workspaces/${id}/chat`, { token, json: sent });
    const { session_id, turn_id } = json as { session_id: string; turn_id: string };
    const path = `/api/workspaces/${id}/sessions/${session_id}`;
    const [request] = (await api.call("GET", path)).as<Session>().pending_requests;
    return { id, path, turn_id, token, request, address: `${path}/requests/${request?.id}` };
  }

  test("is answered once, by a token that may not approve", async () => {
    await using api = await testApi({ script });
    const { path, turn_id, token, request, address } = await calling(api);
    expect(request).toMatchObject({
      kind: "tool_call",
      tool: tool.name,
      arguments: '{"component":"parser"}',
      expires_at: expect.any(String) as string,
    });
    const answered = await api.call("POST", address, { token, json: { output: { open: 3 } } });
    expect(answered.json).toMatchObject({ outcome: "answered", output: '{"open":3}', by: { kind: "token" } });
    const again = await api.call("POST", address, { token, json: { output: { open: 4 } } });
    expect(again.json).toMatchObject({ status: 409, code: "already_resolved" });
    expect((await api.call("GET", `${path}/turns/${turn_id}?wait=60`)).as<Turn>().status).toBe("completed");
    const { text } = await api.call("GET", `${path}/events?follow=false`);
    expect(text.match(/"outcome":"answered","output":/g)).toHaveLength(1);
  });

  test.each([
    [{ decision: "allow" }, "#/decision"],
    [{ answers: {} }, "#/answers"],
    [{ error: "" }, "#/error"],
    [{ output: "x", error: "y" }, "#/error"],
    [{ output: "x", note: "y" }, "#/note"],
  ])("refuses %j and stays open", async (json, pointer) => {
    await using api = await testApi({ script });
    const { path, address } = await calling(api);
    expect(pointersIn(await api.call("POST", address, { json }))).toContain(pointer);
    expect((await api.call("GET", path)).as().status).toBe("waiting");
  });

  test.each([
    [{ ...tool, name: "mcp__a__b" }, "#/tools/0/name"],
    [{ ...tool, name: "bash" }, "#/tools/0/name"],
    [{ ...tool, input_schema: { type: "string" } }, "#/tools/0/input_schema/type"],
    [{ ...tool, input_schema: { type: "object", title: "x".repeat(65_536) } }, "#/tools/0/input_schema"],
    [{ ...tool, output_schema: {} }, "#/tools/0/output_schema"],
  ])("is not offered with a definition that is not valid: %#", async (wrong, pointer) => {
    await using api = await testApi({ script });
    const { id } = await api.createWorkspace();
    expect(pointersIn(await api.chat(id, { tools: [wrong] }))).toEqual([pointer]);
    const put = await api.call("PUT", `/api/workspaces/${id}/config`, { json: { tools: [wrong] } });
    expect(pointersIn(put)).toEqual([pointer]);
  });
});
