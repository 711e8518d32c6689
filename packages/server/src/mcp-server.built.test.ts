import type { Client } from "@modelcontextprotocol/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectMcp, use } from "./mcp-server.test-support.ts";
import { TokenMaker, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

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

describe("a token", () => {
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
