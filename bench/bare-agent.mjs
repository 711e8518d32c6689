// A minimal agent on `node:http`: calls the model, runs `bash -c` for a tool call, forwards the stream, and stores nothing,
// except for /accept, which makes one line durable.
import { spawn } from "node:child_process";
import { fdatasyncSync, openSync, writeSync } from "node:fs";
import { Agent, createServer, request as send } from "node:http";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";

const { modelUrl, folder } = await json(process.stdin);
const agent = new Agent({ keepAlive: true });
const accepted = openSync(join(folder, "accepted.log"), "a");

function ask(body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    send(`${modelUrl}/v1/chat/completions`, { method: "POST", agent, headers }, resolve)
      .on("error", reject)
      .end(body);
  });
}

function bash(command) {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    void text(child.stdout).then(resolve);
  });
}

/** The tool calls of a response. */
function callsIn(answer) {
  const events = answer.split("\n\n").filter((event) => event.startsWith("data: {"));
  return events.flatMap((event) => JSON.parse(event.slice(6)).choices[0].delta.tool_calls ?? []);
}

async function run({ model, message }, response) {
  const messages = [{ role: "user", content: message }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (;;) {
    const answer = await ask(JSON.stringify({ model, stream: true, messages }));
    let said = "";
    for await (const part of answer) {
      response.write(part);
      said += part;
    }
    const calls = callsIn(said);
    if (calls.length === 0) return response.end();
    messages.push({ role: "assistant", tool_calls: calls });
    for (const call of calls) {
      const { name, arguments: given } = call.function;
      const content = name === "bash" ? await bash(JSON.parse(given).command) : "done";
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
}

async function accept(request, response) {
  writeSync(accepted, `${await text(request)}\n`);
  fdatasyncSync(accepted);
  response.writeHead(202, { "content-type": "application/json" });
  response.end('{"status":"queued"}');
}

/** Longer than other servers are measured meanwhile. */
const WAITING = { keepAliveTimeout: 65_000 };
const server = createServer(WAITING, (request, response) => {
  if (request.url === "/accept") void accept(request, response);
  else void json(request).then((body) => run(body, response));
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.once("SIGTERM", () => process.exit(0));
