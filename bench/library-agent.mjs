// What the bare agent does, with the libraries of the service: a route of itty-router behind @whatwg-node/server, the package of the
// provider, and two transactions of Kysely on better-sqlite3 for each step. It checks nothing and continues nothing.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createServerAdapter } from "@whatwg-node/server";
import Database from "better-sqlite3";
import { AutoRouter } from "itty-router";
import { Kysely, SqliteDialect } from "kysely";

const SCHEMA = `
  create table if not exists sessions (id text primary key, next_seq integer not null);
  create table if not exists events (session text, seq integer, data text not null, primary key (session, seq)) without rowid;`;
const TOOLS = ["bash", "todo_write"].map((name) => ({
  type: "function",
  name,
  inputSchema: { type: "object" },
}));

const { modelUrl, folder } = await json(process.stdin);
const provider = createOpenAICompatible({ name: "scripted", baseURL: `${modelUrl}/v1` });

const file = new Database(join(folder, "libraries.db"));
file.pragma("journal_mode = WAL");
file.pragma("synchronous = NORMAL");
file.exec(SCHEMA);
const database = new Kysely({ dialect: new SqliteDialect({ database: file }) });

function bash({ command }) {
  const child = spawn("bash", ["-c", command], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  return text(child.stdout);
}

let sessions = 0;
/** A session with one turn. `send` sends an event to the reader. */
async function run({ model, message }, send) {
  const session = `ses_${sessions++}`;
  let seq = 0;
  await database.insertInto("sessions").values({ id: session, next_seq: seq }).execute();
  const append = async (...events) => {
    const rows = events.map((event) => ({ session, seq: seq++, data: JSON.stringify(event) }));
    await database.transaction().execute(async (transaction) => {
      await transaction.insertInto("events").values(rows).execute();
      await transaction.updateTable("sessions").set({ next_seq: seq }).where("id", "=", session).execute();
    });
    for (const row of rows) send(`id: ${row.seq}\ndata: ${row.data}\n\n`);
  };

  const prompt = [{ role: "user", content: [{ type: "text", text: message }] }];
  for (;;) {
    const { stream } = await provider.chatModel(model).doStream({ prompt, tools: TOOLS });
    const calls = [];
    let said = "";
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "tool-call") calls.push({ ...part, input: JSON.parse(part.input) });
      if (part.type !== "text-delta") continue;
      said += part.delta;
      send(`data: ${JSON.stringify({ type: "item.delta", text: part.delta })}\n\n`);
    }
    await append({ type: "item.completed", text: said, calls }, { type: "step.completed" });
    if (calls.length === 0) return;
    prompt.push({ role: "assistant", content: calls });
    for (const { toolCallId, toolName, input } of calls) {
      const value = toolName === "bash" ? await bash(input) : "done";
      const result = { type: "tool-result", toolCallId, toolName, output: { type: "text", value } };
      await append({ type: "item.completed", result });
      prompt.push({ role: "tool", content: [result] });
    }
  }
}

const encoder = new TextEncoder();
const router = AutoRouter();
router.get("/healthz", () => ({ status: "ok" }));
router.post("/chat", async (request) => {
  const body = await request.json();
  const stream = new ReadableStream({
    start(controller) {
      const send = (event) => controller.enqueue(encoder.encode(event));
      run(body, send).then(
        () => controller.close(),
        (error) => controller.error(error),
      );
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
});
const server = createServer({ keepAliveTimeout: 65_000 }, createServerAdapter(router.fetch));
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.once("SIGTERM", () => process.exit(0));
// As the service does when it has been idle for a minute.
setTimeout(() => globalThis.gc(), 60_000).unref();
