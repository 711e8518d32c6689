import type { Client } from "@modelcontextprotocol/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcp, TokenMaker, use } from "./mcp-server.test-support.ts";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

const fence = "```";

interface Task {
  readonly workspace_id: string;
  readonly session_id: string;
  readonly turn_id: string;
}
interface Ended extends Task {
  readonly status: string;
  readonly final_message: string | null;
  readonly pending_requests: readonly { readonly id: string }[];
}

let dir: string;
let server: RunningServer;
let tokens: TokenMaker;
let admin: string;
const clients: Client[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "mcp-"));
  server = await startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" });
  tokens = await TokenMaker.signIn(server);
  admin = (await tokens.make()).token;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await stopServer(server);
  await rm(dir, { recursive: true, force: true });
});

async function connect(token = admin, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  const client = await connectMcp(server, token, mode);
  clients.push(client);
  return client;
}

async function workspace(client: Client, name: string, config = {}): Promise<string> {
  return (await use<{ id: string }>(client, "create_workspace", { name, config })).id;
}

const shell = (command: string) => [`${fence}sh`, command, fence].join("\n");

describe.each(["auto", "legacy"] as const)("a program whose client negotiates in the way %s", (mode) => {
  test("hands a task over, waits for it and takes what it made", async () => {
    const client = await connect(admin, mode);
    const workspace_id = await workspace(client, `job-${mode}`);
    await use(client, "write_file", { workspace_id, path: "in.txt", content: "one\ntwo\n" });
    const message = `Count:\n${shell("wc -l < in.txt > out.txt")}`;
    const task = await use<Task>(client, "start_task", { workspace_id, message });
    const ended = await use<Ended>(client, "get_task", { ...ids(task), wait: 60 });
    expect(ended).toMatchObject({ status: "completed", stop_reason: "end_turn" });
    expect(ended.final_message).toMatch(/rehearsal/);
    const { session_id } = task;
    const transcript = await use<{ messages: { role: string }[] }>(client, "read_transcript", {
      workspace_id,
      session_id,
    });
    expect(transcript.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(await use(client, "list_files", { workspace_id })).toMatchObject({
      entries: [{ name: "in.txt" }, { name: "out.txt" }],
    });
    const { content } = await use<{ content: string }>(client, "read_file", {
      workspace_id,
      path: "out.txt",
    });
    expect(content.trim()).toBe("2");
  });
});

function ids({ workspace_id, session_id, turn_id }: Task): Readonly<Record<string, unknown>> {
  return { workspace_id, session_id, turn_id };
}

test("a long task is told of while one client waits, and stopped by another", async () => {
  const [watching, stopping] = [await connect(), await connect()];
  const workspace_id = await workspace(watching, "long");
  const message = shell("sleep 300");
  const task = await use<Task>(watching, "start_task", { workspace_id, message });
  const heard: (string | undefined)[] = [];
  const { promise: begun, resolve } = Promise.withResolvers<undefined>();
  const waiting = watching.callTool(
    { name: "get_task", arguments: { ...ids(task), wait: 60 } },
    {
      onprogress: ({ message: told }) => {
        heard.push(told);
        resolve(undefined);
      },
    },
  );
  await begun;
  const { session_id } = task;
  expect(await use(stopping, "interrupt_task", { workspace_id, session_id })).toEqual({ interrupted: true });
  expect((await waiting).structuredContent).toMatchObject({ status: "interrupted" });
  expect(heard[0]).toMatch(/^(queued|running)/);
});

test("two clients work at once", async () => {
  const both = [await connect(), await connect(admin, "legacy")];
  const ended = await Promise.all(
    both.map(async (client, index) => {
      const workspace_id = await workspace(client, `both-${index}`);
      const task = await use<Task>(client, "start_task", {
        workspace_id,
        message: shell(`echo own-${index}`),
      });
      return await use<Ended>(client, "get_task", { ...ids(task), wait: 60 });
    }),
  );
  expect(ended.map(({ final_message }) => /own-\d/.exec(final_message ?? "")?.[0])).toEqual([
    "own-0",
    "own-1",
  ]);
});

test("a call that a person has to allow waits, and runs when they have", async () => {
  const client = await connect();
  const workspace_id = await workspace(client, "asks", { permissions: { bash: "ask" } });
  const task = await use<Task>(client, "start_task", {
    workspace_id,
    message: shell("echo allowed > a.txt"),
  });
  const waiting = await use<Ended>(client, "get_task", { ...ids(task), wait: 60 });
  expect(waiting).toMatchObject({
    status: "waiting",
    pending_requests: [{ kind: "approval", tool: "bash" }],
  });
  const { session_id } = task;
  const request_id = waiting.pending_requests[0]?.id;
  await use(client, "answer_request", { workspace_id, session_id, request_id, decision: "allow" });
  expect(await use<Ended>(client, "get_task", { ...ids(task), wait: 60 })).toMatchObject({
    status: "completed",
  });
  expect(await use(client, "read_file", { workspace_id, path: "a.txt" })).toMatchObject({
    content: "allowed\n",
  });
});

test("the library's prompts and skills are there, and a prompt starts a task", async () => {
  const caller = new Caller(server.base, admin);
  await caller.send("POST", "/api/prompts", { name: "greet", content: "Say hello to {{who}}." });
  const skill = "---\nname: sums\ndescription: Adds numbers.\n---\nAdd them.\n";
  await caller.send("POST", "/api/skills", { files: [{ path: "SKILL.md", content: skill }] });
  const client = await connect();
  expect((await client.listPrompts()).prompts).toEqual([
    { name: "greet", arguments: [{ name: "who", required: true }] },
  ]);
  const { messages } = await client.getPrompt({ name: "greet", arguments: { who: "all" } });
  expect(messages[0]?.content).toEqual({ type: "text", text: "Say hello to all." });
  const [listed] = (await client.listResources()).resources;
  expect(listed).toMatchObject({ uri: "skill://sums/SKILL.md", name: "sums" });
  expect((await client.readResource({ uri: listed?.uri ?? "" })).contents[0]).toMatchObject({ text: skill });
  const workspace_id = await workspace(client, "prompted");
  const prompt = { name: "greet", arguments: { who: "all" } };
  const task = await use<Task>(client, "start_task", { workspace_id, prompt });
  expect(await use<Ended>(client, "get_task", { ...ids(task), wait: 60 })).toMatchObject({
    status: "completed",
  });
});

describe("a token", () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const post = async (headers: Readonly<Record<string, string>>) =>
    await fetch(`${server.base}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: ping,
    });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("is needed, and has to hold", async () => {
    const without = await post({});
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const invalid = [401, 'Bearer error="invalid_token"'];
    const wrong = await post(bearer(`wat_${"x".repeat(49)}`));
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual(invalid);
    await expect(connect("wat_wrong")).rejects.toMatchObject({ status: 401 });
    const ended = await tokens.make();
    expect((await post(bearer(ended.token))).status).toBe(200);
    await tokens.revoke(ended.id);
    expect((await post(bearer(ended.token))).status).toBe(401);
    expect((await post({ ...bearer(admin), origin: "https://evil.test" })).status).toBe(403);
    expect((await post({ ...bearer(admin), "x-request-id": "mine" })).headers.get("x-request-id")).toBe(
      "mine",
    );
  });

  test("does what its scopes and its workspaces allow", async () => {
    const all = await connect();
    const [own, other] = [await workspace(all, "own"), await workspace(all, "other")];
    const { token } = await tokens.make({ scopes: ["files:read"], workspace_ids: [own] });
    const client = await connect(token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["list_files", "read_file"]);
    expect(await use(client, "list_files", { workspace_id: own })).toMatchObject({ entries: [] });
    await expect(use(client, "list_files", { workspace_id: other })).rejects.toThrow(/"code":"not_found"/);
    await expect(use(client, "start_task", { workspace_id: own, message: "x" })).rejects.toThrow(
      /"code":"insufficient_scope".*the scope chat/,
    );
  });

  test("that is revoked ends the waiting that it was let in for", async () => {
    const { id, token } = await tokens.make();
    const client = await connect(token);
    const workspace_id = await workspace(client, "revoked");
    const task = await use<Task>(client, "start_task", { workspace_id, message: shell("sleep 300") });
    const waiting = client.callTool(
      { name: "get_task", arguments: { ...ids(task), wait: 60 } },
      { onprogress: () => void tokens.revoke(id) },
    );
    expect(JSON.stringify((await waiting).content)).toContain("invalid_token");
    await use(await connect(), "interrupt_task", { workspace_id, session_id: task.session_id });
  });
});
