// The least that the libraries of the service need for the same work: a route of itty-router behind @whatwg-node/server, the package of
// the provider, and two transactions of Kysely on better-sqlite3 for each step. It checks nothing and continues nothing.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createServerAdapter } from "@whatwg-node/server";
import Database from "better-sqlite3";
import { AutoRouter } from "itty-router";
import { Kysely, SqliteDialect } from "kysely";

const SCHEMA = `
  create table if not exists sessions (id text primary key, next_seq integer not null);
  create table if not exists events (session text, seq integer, data text not null, primary key (session, seq)) without rowid;`;
/** A small process starts the commands: a fork takes longer the more memory a process has. */
const STARTER = `while read -r id command; do { said=$(bash -c "$command" 2>/dev/null </dev/null); echo "$id $said"; } & done`;
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

const starter = spawn("bash", ["-c", STARTER], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map();
createInterface({ input: starter.stdout }).on("line", (line) => {
  const [id] = line.split(" ", 1);
  waiting.get(id)(line.slice(id.length + 1));
  waiting.delete(id);
});

let commands = 0;
function bash({ command }) {
  const id = String(commands++);
  starter.stdin.write(`${id} ${command}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
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
    let text = "";
    for await (const part of stream) {
      if (part.type === "error") throw part.error;
      if (part.type === "tool-call") calls.push({ ...part, input: JSON.parse(part.input) });
      if (part.type !== "text-delta") continue;
      text += part.delta;
      send(`data: ${JSON.stringify({ type: "item.delta", text: part.delta })}\n\n`);
    }
    await append({ type: "item.completed", text, calls }, { type: "step.completed" });
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
