import { describe, expect, test } from "vitest";
import { admin, refusal, testMcp, use } from "./test-mcp.test-support.ts";

interface Task {
  readonly workspace_id: string;
  readonly session_id: string;
  readonly turn_id: string;
}

interface Transcript {
  readonly messages: readonly { readonly seq: number; readonly role: string; readonly content: string }[];
  readonly next_after: number | null;
}

describe("a workspace and a task", () => {
  test("are made, waited for and read", async () => {
    await using mcp = await testMcp({ script: () => ({ text: "All is done." }) });
    const client = await mcp.connect();
    const { id } = await use<{ id: string }>(client, "create_workspace", {
      name: "mine",
      config: { system_prompt: "Be brief." },
      labels: { team: "a" },
    });
    const started = await use<Task>(client, "start_task", { workspace_id: id, message: "Do it." });
    expect(started).toMatchObject({ workspace_id: id, status: "queued" });
    const { workspace_id, session_id, turn_id } = started;
    const ended = await use(client, "get_task", { workspace_id, session_id, turn_id, wait: 30 });
    expect(ended).toMatchObject({
      turn_id,
      status: "completed",
      stop_reason: "end_turn",
      final_message: "All is done.",
      pending_requests: [],
    });
    const transcript = await use<Transcript>(client, "read_transcript", { workspace_id, session_id });
    expect(transcript.messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Do it."],
      ["assistant", "All is done."],
    ]);
    expect(transcript.next_after).toBeNull();
    expect(mcp.permitted.slice(0, 2)).toEqual([
      { access: "workspaces:write", workspaceId: null, rateLimit: "writes" },
      { access: "chat", workspaceId: id, rateLimit: "turns" },
    ]);
  });

  test("are made once for each idempotency key", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect();
    const workspace = { name: "once", idempotency_key: "w" };
    const first = await use<{ id: string }>(client, "create_workspace", workspace);
    expect(await use(client, "create_workspace", workspace)).toEqual(first);
    const task = { workspace_id: first.id, message: "Once.", idempotency_key: "t" };
    const started = await use<Task>(client, "start_task", task);
    expect(await use<Task>(client, "start_task", task)).toMatchObject({ turn_id: started.turn_id });
    expect(await refusal(client, "start_task", { ...task, message: "Other." })).toMatchObject({
      code: "idempotency_key_reused",
      status: 422,
    });
  });

  test("go on in the same session, whose newest task is meant where none is named", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    const metadata = { ticket: "T-1" };
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "One.", metadata });
    const first = await use<Task>(client, "get_task", { workspace_id, session_id });
    expect(first).toMatchObject({ metadata, by: { id: "admin" } });
    const second = await use<Task>(client, "start_task", { workspace_id, session_id, message: "Two." });
    expect(second.session_id).toBe(session_id);
    const task = await use(client, "get_task", { workspace_id, session_id, wait: 30 });
    expect(task).toMatchObject({ turn_id: second.turn_id, status: "completed" });
  });

  test("take a prompt of the library in place of a message", async () => {
    await using mcp = await testMcp();
    await mcp.service.prompts.create(admin, {
      name: "greet",
      content: "Say hello to {{who}}.",
      description: "",
      labels: {},
    });
    const { client, workspace_id } = await mcp.inWorkspace();
    const prompt = { name: "greet", arguments: { who: "the team" } };
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, prompt });
    const { messages } = await use<Transcript>(client, "read_transcript", { workspace_id, session_id });
    expect(messages[0]?.content).toBe("Say hello to the team.");
    expect(await refusal(client, "start_task", { workspace_id })).toMatchObject({ code: "invalid_request" });
  });
});

describe("a task that lasts", () => {
  const never = () => new Promise<never>(() => undefined);

  test("is reported while it is awaited, and interrupted", async () => {
    await using mcp = await testMcp({ script: never });
    const { client, workspace_id } = await mcp.inWorkspace();
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "Take long." });
    const heard: string[] = [];
    const waited = await client.callTool(
      { name: "get_task", arguments: { workspace_id, session_id, wait: 0.2 } },
      {
        onprogress: ({ progress, total, message = "" }) =>
          void heard.push(`${progress}/${total}: ${message}`),
      },
    );
    expect(waited.structuredContent).toMatchObject({ status: "running", final_message: null });
    expect(heard.join("\n")).toMatch(/^0\/0\.2: (queued|running: \d+ steps, \d+ tool calls)$/);
    expect(await use(client, "interrupt_task", { workspace_id, session_id })).toEqual({ interrupted: true });
    expect(await use(client, "get_task", { workspace_id, session_id, wait: 30 })).toMatchObject({
      status: "interrupted",
      stop_reason: "interrupted",
    });
    expect(await use(client, "interrupt_task", { workspace_id, session_id })).toEqual({ interrupted: false });
  });

  test("is no longer waited for when the caller goes away", async () => {
    await using mcp = await testMcp({ script: never });
    const { client, workspace_id } = await mcp.inWorkspace();
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "Take long." });
    const caller = new AbortController();
    const waiting = client.callTool(
      { name: "get_task", arguments: { workspace_id, session_id, wait: 300 } },
      { signal: caller.signal, onprogress: () => caller.abort() },
    );
    await expect(waiting).rejects.toThrow();
    expect(mcp.reported).toEqual([]);
  });
});

describe("a request of the agent", () => {
  test("is shown while the task waits for it, and answered", async () => {
    let asked = 0;
    await using mcp = await testMcp({
      script: () =>
        asked++ === 0
          ? { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "x" } }] }
          : { text: "Written." },
    });
    const { client, workspace_id } = await mcp.inWorkspace({ permissions: { write: "ask" } });
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "Write." });
    const waiting = await use<{ status: string; pending_requests: { id: string; tool: string }[] }>(
      client,
      "get_task",
      { workspace_id, session_id, wait: 30 },
    );
    expect(waiting).toMatchObject({
      status: "waiting",
      pending_requests: [{ kind: "approval", tool: "write" }],
    });
    const request = { workspace_id, session_id, request_id: waiting.pending_requests[0]?.id };
    expect(await refusal(client, "answer_request", request)).toMatchObject({ code: "invalid_request" });
    const answered = await use(client, "answer_request", { ...request, decision: "allow" });
    expect(answered).toMatchObject({ outcome: "allow" });
    expect(await refusal(client, "answer_request", { ...request, decision: "deny" })).toMatchObject({
      code: "already_resolved",
    });
    expect(await use(client, "get_task", { workspace_id, session_id, wait: 30 })).toMatchObject({
      status: "completed",
      final_message: "Written.",
    });
  });
});

describe("a transcript", () => {
  test("comes in parts, of so many messages or so much text", async () => {
    await using mcp = await testMcp({ script: () => ({ text: "y".repeat(70_000) }) });
    const { client, workspace_id } = await mcp.inWorkspace();
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "Long." });
    await use(client, "get_task", { workspace_id, session_id, wait: 30 });
    const first = await use<Transcript>(client, "read_transcript", { workspace_id, session_id });
    expect(first.messages.map(({ role }) => role)).toEqual(["user"]);
    const after = first.next_after;
    const second = await use<Transcript>(client, "read_transcript", { workspace_id, session_id, after });
    expect(second.messages.map(({ role }) => role)).toEqual(["assistant"]);
    expect(second.next_after).toBeNull();
    const one = await use<Transcript>(client, "read_transcript", { workspace_id, session_id, limit: 1 });
    expect(one).toMatchObject({ messages: [{ role: "user" }], next_after: first.messages[0]?.seq });
  });

  test("has the tools that were called, and whether they failed", async () => {
    let asked = 0;
    await using mcp = await testMcp({
      script: () =>
        asked++ === 0
          ? { toolCalls: [{ name: "read", arguments: { path: "none.txt" } }] }
          : { text: "It is not there." },
    });
    const { client, workspace_id } = await mcp.inWorkspace();
    const { session_id } = await use<Task>(client, "start_task", { workspace_id, message: "Read." });
    await use(client, "get_task", { workspace_id, session_id, wait: 30 });
    const { messages } = await use<Transcript>(client, "read_transcript", { workspace_id, session_id });
    expect(messages).toMatchObject([
      { role: "user" },
      { role: "assistant", tool_calls: [{ name: "read", arguments: '{"path":"none.txt"}' }] },
      { role: "tool", is_error: true },
      { role: "assistant", content: "It is not there." },
    ]);
  });
});

describe("a failed call", () => {
  test("says what is wrong and what to do, by the contract's code", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect();
    expect(await refusal(client, "start_task", { workspace_id: "ws_none", message: "x" })).toMatchObject({
      code: "not_found",
      status: 404,
      detail: "There is no such workspace.",
      what_to_do: "Check the id. Resources of other tenants are reported as not found.",
      retryable: false,
      request_id: "req_test",
    });
    expect(await refusal(client, "create_workspace", { name: 5 })).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/name", detail: "must be string" }],
    });
    await use(client, "create_workspace", { name: "taken" });
    expect(await refusal(client, "create_workspace", { name: "taken" })).toMatchObject({
      code: "name_taken",
    });
  });

  test("finds no workspace that the principal is not bound to", async () => {
    await using mcp = await testMcp({ principal: { workspace_ids: ["ws_other"] } });
    const workspace_id = await mcp.createWorkspace();
    const client = await mcp.connect();
    expect(await refusal(client, "list_files", { workspace_id })).toMatchObject({ code: "not_found" });
  });

  test("tells the operator what broke inside, and the caller nothing of it", async () => {
    await using mcp = await testMcp();
    const fault = new Error("a secret of the host");
    mcp.service.files.list = () => Promise.reject(fault);
    const client = await mcp.connect();
    const told = await refusal(client, "list_files", { workspace_id: "ws_1" });
    expect(told).toMatchObject({ code: "internal", request_id: "req_test" });
    expect(JSON.stringify(told)).not.toContain("secret");
    expect(mcp.reported).toEqual([fault]);
  });
});

describe("schedules", () => {
  test("are made, listed and deleted", async () => {
    await using mcp = await testMcp();
    const { client, workspace_id } = await mcp.inWorkspace();
    const input = { workspace_id, name: "tidy", cron: "* * * * *", message: "Tidy up." };
    const keyed = { ...input, idempotency_key: "s" };
    const made = await use<{ readonly id: string }>(client, "create_schedule", keyed);
    expect(await use(client, "create_schedule", keyed)).toEqual(made);
    expect(made).toMatchObject({ name: "tidy", enabled: true });
    const { schedules } = await use<{ readonly schedules: readonly object[] }>(client, "list_schedules", {
      workspace_id,
    });
    expect(schedules).toMatchObject([{ id: made.id, last_run: null }]);
    const one = { workspace_id, schedule_id: made.id };
    expect(await use(client, "delete_schedule", one)).toEqual({ deleted: true });
    expect(await refusal(client, "delete_schedule", one)).toMatchObject({ code: "not_found" });
    expect(await refusal(client, "create_schedule", { ...input, cron: "x x x x x" })).toMatchObject({
      code: "invalid_request",
    });
  });
});
