// A model whose name or message is a script, over OpenAI's Chat Completions on loopback:
//   calls.TOOL.STEPS.WIDTH.KEY   STEPS responses with WIDTH calls each, then a final message
//   tokens.COUNT.GAP.DELAY.KEY   COUNT tokens, the first after DELAY ms, then one every GAP ms; each has the time when it was sent
// It records when a request arrived and when its answer ended: the time between an answer and the next request is the agent's own.
// A request arrives with its head: the agent has written all of it by then, and reading it is the model's work.
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { microseconds } from "./clock.mjs";

const CHUNK = { id: "c", object: "chat.completion.chunk", created: 1, model: "scripted" };
const ROLE = Buffer.from('"role":"');
const FINAL_MESSAGE = "All is done.";

const WAIT_MS = 50;

const ARGUMENTS = {
  bash: (step) => ({ command: `echo ${step}` }),
  // The model takes the same time.
  wait: (step) => ({ command: `sleep ${WAIT_MS / 1000}; echo ${step}` }),
  // The server is killed during the first command.
  crash: (step) => ({ command: step === 1 ? "echo begun >> begun.txt; sleep 60" : `echo ${step}` }),
  todo_write: (step) => ({
    todos: [{ content: `Do what is to be done in step ${step}.`, status: "pending" }],
  }),
  read: (step, index) => ({ path: "notes.txt", offset: 1 + ((step * 31 + index) % 500), limit: 1 }),
};
const NAMES = { crash: "bash", wait: "bash" };

/** By key: the times of its requests, in µs. */
const runs = new Map();

function noted(key) {
  const known = runs.get(key) ?? [];
  runs.set(key, known);
  return known;
}

/** The number of the last answered call, if its result is the last message; 0 after a person's message. */
function stepBefore(body) {
  const at = body.lastIndexOf(ROLE) + ROLE.length;
  if (!body.subarray(at, at + 4).equals(Buffer.from("tool"))) return 0;
  const last = body.toString("latin1", Math.max(0, body.lastIndexOf('"tool_call_id":"', at + 200_000)));
  return Number(/call_(\d+)_/.exec(last)?.[1] ?? 0);
}

const event = (chunk) => `data: ${JSON.stringify({ ...CHUNK, ...chunk })}\n\n`;
const delta = (content) => event({ choices: [{ index: 0, delta: content }] });

function ending(reason, size) {
  const usage = {
    prompt_tokens: Math.ceil(size / 4),
    completion_tokens: 8,
    total_tokens: Math.ceil(size / 4) + 8,
  };
  return `${event({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage })}data: [DONE]\n\n`;
}

function callsAnswer([tool, steps, width], body) {
  const step = stepBefore(body) + 1;
  if (step > Number(steps)) return delta({ content: FINAL_MESSAGE }) + ending("stop", body.length);
  const calls = Array.from({ length: Number(width) }, (_, index) => ({
    index,
    id: `call_${step}_${index}_${Math.random().toString(36).slice(2, 10)}`,
    type: "function",
    function: { name: NAMES[tool] ?? tool, arguments: JSON.stringify(ARGUMENTS[tool](step, index)) },
  }));
  return delta({ tool_calls: calls }) + ending("tool_calls", body.length);
}

async function sendTokens([count, gap, delay], response, size) {
  const token = () => delta({ content: `${microseconds()}#` });
  // Flushed, so that the reader is connected before the first token.
  response.flushHeaders();
  await pause(Number(delay));
  const begun = performance.now();
  for (let number = 0; number < Number(count); number++) {
    response.write(token());
    if (Number(gap) > 0) await pause(Math.max(0, begun + (number + 1) * Number(gap) - performance.now()));
  }
  response.end(ending("stop", size));
}

/** The script in the model's name, or else in a message. */
function scriptIn(body) {
  const named = /"model":"(calls|tokens)\.([\w.]+)\.(\w+)"/.exec(body.toString("latin1", 0, 200));
  return named ?? /"(?:content|text)":"(tokens)\.([\w.]+)\.(\w+)"/.exec(body.toString("latin1")) ?? [];
}

async function answer(request, response) {
  const came = microseconds();
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const [, kind, rest, key] = scriptIn(body);
  const script = rest.split(".");
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (script[0] === "wait") await pause(WAIT_MS);
  if (kind === "calls") response.end(callsAnswer(script, body));
  else await sendTokens(script, response, body.length);
  noted(key).push({ came, ended: microseconds() });
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  response.socket?.setNoDelay(true);
  if (request.method === "POST") void answer(request, response);
  else response.end(JSON.stringify(runs.get(request.url.slice(1)) ?? []));
});
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
process.once("SIGTERM", () => process.exit(0));
