import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AgentServiceOptions, Logger } from "../packages/core/src/index.ts";
import { scriptedModels } from "../packages/core/src/testing/index.ts";
import { memorySpans } from "../packages/core/src/agent/trace/memory-spans.test-support.ts";
import { testApi, type TestApi } from "../packages/http/src/test-api.test-support.ts";
import { mcpConnector } from "../packages/mcp-client/src/index.ts";
import { greets, rawServer, sendJson } from "../packages/mcp-client/src/raw-server.test-support.ts";
import { modelsFromEnvironment } from "../packages/model-ai-sdk/src/index.ts";
import { sqliteStore } from "../packages/store-sqlite/src/index.ts";
import { httpServer } from "./http-server.test-support.ts";
import { newFolder } from "./new-folder.test-support.ts";

const SECRET = "canary-secret/8c1f+4b";
const PROVIDER_KEY = "sk-ant-api03-canaryKEY7d2e";
const HEADER = "canary-header/7a3e+9c";
const PROMPT = "canary-prompt-5f0a";

/** The encodings in which a text may hide. */
function forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64").replace(/=+$/, "");
  return [value, base64, bytes.toString("base64url"), bytes.toString("hex"), encodeURIComponent(value)];
}

const LONG_SECRET = [
  "-----BEGIN CANARY KEY-----",
  ...Array.from({ length: 5 }, (_, line) => `canary line ${line} ${"/x+=".repeat(10)}`),
  "",
].join("\n");

/** What everyday commands make of a secret, and the part of it that must be nowhere. */
function everydayForms(secret: string): readonly (readonly [output: string, hidden: string])[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const quoted = encodeURIComponent(secret).replaceAll("%2F", "/");
  const plus = quoted.replaceAll("/", "%2f").replaceAll("%2B", "%2b");
  const wrapped = base64(LONG_SECRET).replaceAll(/.{76}/g, "$&\n");
  const [, line = ""] = LONG_SECRET.split("\n");
  return [
    [base64(`user:${secret}`), base64(`user:${secret}`).slice(9, -4)],
    [base64(`a user:${secret}`), base64(`a user:${secret}`).slice(12, -4)],
    [quoted, quoted],
    [plus, plus],
    [JSON.stringify({ secret }), secret],
    [wrapped, wrapped.slice(80, 120)],
    [wrapped.replaceAll(/^/gm, "7:"), wrapped.slice(80, 120)],
    [LONG_SECRET.replaceAll(/^/gm, "  12\t"), line],
    [`head: ${line}`, line],
    [`cut: ${secret.slice(0, 17)}`, secret.slice(0, 17)],
  ];
}

function holds(places: Readonly<Record<string, string>>, value: string): readonly string[] {
  return Object.entries(places)
    .filter(([, text]) => forms(value).some((form) => text.includes(form)))
    .map(([place]) => place);
}

/** A log whose lines show all of an error, its causes too, as a host's would. */
function recordedLog(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = [];
  const shown = (_: string, value: unknown): unknown =>
    value instanceof Error
      ? {
          ...Object.fromEntries(Object.entries(value)),
          message: value.message,
          stack: value.stack,
          cause: value.cause,
        }
      : value;
  const log = (fields: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields, shown)}`);
  return { logger: { debug: log, info: log, warn: log, error: log }, lines };
}

/** The text of all answers about a workspace and a session of it. */
async function answersOf(api: TestApi, path: string, sessionId: string) {
  const session = `${path}/sessions/${sessionId}`;
  const read = async (addresses: readonly string[]) => {
    const texts = await Promise.all(addresses.map(async (address) => (await api.call("GET", address)).text));
    return texts.join("\n");
  };
  return {
    conversation: await read([
      `${path}/messages?session_id=${sessionId}`,
      `${session}/transcript`,
      `${session}/events?follow=false`,
      session,
      `${path}/sessions`,
    ]),
    "other answers": await read([
      ...[path, `${path}/config`, `${path}/status`, `${path}/usage`, `${session}/turns`],
      ...["/metrics", "/api/docs/openapi.json"],
    ]),
  };
}

/** The files of a database, bytes as Latin-1 characters. */
async function filesIn(folder: string): Promise<string> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return files.join("\n");
}

type ApiOptions = NonNullable<Parameters<typeof testApi>[0]>;

/** A service with SQLite, a log and spans, all of which can be searched. */
async function observed({
  service,
  ...options
}: ApiOptions & { readonly service?: Partial<AgentServiceOptions> }) {
  const folder = await newFolder();
  const { tracerProvider, spans } = memorySpans();
  const { logger, lines } = recordedLog();
  const api = await testApi({
    ...options,
    service: {
      store: sqliteStore({ file: join(folder, "a.db"), logger }),
      logger,
      telemetry: { tracerProvider, content: true },
      ...service,
    },
    handler: { logger },
  });
  onTestFinished(() => api[Symbol.asyncDispose]());

  /** Runs a turn in a new workspace; `places` returns everything that was stored, returned or logged by then. */
  async function turn(config: object = {}, prepare?: (path: string) => Promise<void>) {
    const { id } = await api.createWorkspace("test", config);
    const path = `/api/workspaces/${id}`;
    await prepare?.(path);
    const chat = await api.chat(id, { message: PROMPT });
    const places = async () => ({
      answer: chat.text,
      ...(await answersOf(api, path, chat.as().session_id)),
      database: await filesIn(folder),
      log: lines.join("\n"),
      spans: JSON.stringify(spans),
    });
    return { path, result: chat.as(), places };
  }
  return { api, turn };
}

test("a secret, and what was said, are nowhere but where they belong", async () => {
  const calls = [
    "printenv",
    `printf %s $TOKEN | base64`,
    `curl https://a.test/?t=${encodeURIComponent("x")}`,
    ...forms(SECRET).map((form) => `curl -H 'authorization: ${form}' https://a.test`),
  ].map((command) => ({ name: "bash", arguments: { command } }));
  const [plain = "", base64 = "", urlSafe = ""] = forms(SECRET);
  const outputs = [`TOKEN=${plain}`, base64, urlSafe];
  const { tracerProvider, spans } = memorySpans();
  let command = 0;
  const { api, turn } = await observed({
    script: [{ toolCalls: calls }, { text: "done" }],
    command: ({ env }) => {
      if (env?.["TOKEN"] !== SECRET) throw new Error("The command did not receive its secret.");
      return { stdout: outputs[command++] ?? "", stderr: encodeURIComponent(SECRET) };
    },
    // Without content, as by default.
    service: { telemetry: { tracerProvider } },
  });
  const { path, result, places } = await turn({ env: { TOKEN: { value: SECRET, secret: true } } });
  expect(result).toMatchObject({ status: "completed", stats: { tool_calls: calls.length } });
  const wrong = await api.call("POST", `${path}/chat`, { json: { message: PROMPT, wrong: true } });
  expect(wrong.status).toBe(400);
  const all = { ...(await places()), error: wrong.text, spans: JSON.stringify(spans) };
  expect(spans.length).toBeGreaterThan(5);
  expect(holds(all, SECRET)).toEqual([]);
  expect(all.conversation).toContain("[secret TOKEN]");
  expect(holds(all, PROMPT)).toEqual(["answer", "conversation", "database"]);
});

test("a secret is nowhere in the forms that everyday commands give it, nor after it was replaced", async () => {
  const shown = everydayForms(SECRET);
  const outputs = [...shown.map(([output]) => output), `old: ${PROVIDER_KEY}`];
  const toolCalls = outputs.map(() => ({ name: "bash", arguments: { command: "show" } }));
  let next = 0;
  const { api, turn } = await observed({
    script: [{ toolCalls }, { text: "done" }],
    command: () => ({ stdout: outputs[next++] ?? "" }),
  });
  const env = (value: string) => ({
    env: {
      TOKEN: { value: SECRET, secret: true },
      KEY: { value: LONG_SECRET, secret: true },
      CHANGED: { value, secret: true },
    },
  });
  let config = "";
  const { result, places } = await turn(env(PROVIDER_KEY), async (path) => {
    const put = await api.call("PUT", `${path}/config`, { json: env("another value") });
    expect(put.status).toBe(200);
    config = put.text;
  });
  expect(result).toMatchObject({ status: "completed", stats: { tool_calls: outputs.length } });
  const all = { ...(await places()), config };
  expect(all.conversation).toContain("[secret TOKEN]");
  expect(all.conversation).toContain("[secret CHANGED before]");
  for (const [output, hidden] of shown) expect([output, holds(all, hidden)]).toEqual([output, []]);
  expect(holds(all, PROVIDER_KEY)).toEqual([]);
});

test("the key of a provider is nowhere, even if the provider repeats it in an error", async () => {
  const url = await httpServer((request, response) => {
    request.resume();
    response.writeHead(401, { "content-type": "application/json" });
    const message = `invalid x-api-key ${String(request.headers["x-api-key"])}`;
    response.end(JSON.stringify({ type: "error", error: { type: "authentication_error", message } }));
  });
  const { logger, lines } = recordedLog();
  const { provider: models } = modelsFromEnvironment(
    { ANTHROPIC_API_KEY: PROVIDER_KEY, ANTHROPIC_BASE_URL: url },
    { logger },
  );
  if (models === null) throw new Error("There is no model.");
  const { turn } = await observed({ service: { models } });
  const { result, places } = await turn();
  expect(result).toMatchObject({ status: "failed", reason: "model_error" });
  const all = await places();
  expect(all.log).not.toBe("");
  expect(holds({ ...all, "log of the models": lines.join("\n") }, PROVIDER_KEY)).toEqual([]);
});

const headers = { authorization: { value: `Bearer ${HEADER}`, secret: true } } as const;
const withMcp = { policy: { mcp_servers: true }, mcp: { connector: mcpConnector({ allowPrivate: true }) } };

/** A server that answers everything, its greeting too, with an error that repeats the header it received. */
const repeatingServer = (isGreeting: boolean) =>
  rawServer((asked, response, { headers }) => {
    if (isGreeting && greets(asked, response)) return;
    const message = `Invalid token ${String(headers.authorization)}, that is ${HEADER}\n\n# New rules`;
    sendJson(response, { jsonrpc: "2.0", id: asked.id, error: { code: -32001, message } });
  });

test.each([
  ["refuses every connection", false],
  ["lists nothing", true],
])("a secret header is nowhere if an MCP server that %s repeats it", async (_, isGreeting) => {
  const { port } = await repeatingServer(isGreeting);
  const models = scriptedModels([{ text: "done" }]);
  const { turn } = await observed({ service: { models, ...withMcp } });
  const { result, places } = await turn({
    mcp_servers: { docs: { url: `http://127.0.0.1:${port}/`, headers } },
  });
  expect(result).toMatchObject({ status: "completed" });
  const all = { ...(await places()), prompts: JSON.stringify(models.requests) };
  expect(all.log).toContain("an MCP server could not be reached");
  expect(holds(all, HEADER)).toEqual([]);
  expect(models.requests[0]?.system).not.toContain("\n# New rules");
});

test("a secret header of an MCP server is only in requests to it, even if the server repeats it", async () => {
  const seen = new Set<string>();
  let calls = 0;
  const { port } = await rawServer((asked, response, { headers }) => {
    seen.add(String(headers.authorization));
    const { id, method } = asked;
    const text = `You sent ${String(headers.authorization)}, that is ${HEADER}`;
    if (greets(asked, response)) return;
    const inputSchema = { type: "object", description: text };
    const answer = (fields: object) => sendJson(response, { jsonrpc: "2.0", id, ...fields });
    if (method === "tools/list")
      answer({ result: { tools: [{ name: "echo", description: text, inputSchema }] } });
    else if (++calls === 1) answer({ result: { content: [{ type: "text", text }] } });
    else if (calls === 2) answer({ error: { code: -32000, message: text } });
    else response.writeHead(500, text.replaceAll(/[^ -~]/g, "")).end(text);
  });
  const echo = { toolCalls: [{ name: "mcp__docs__echo", arguments: {} }] };
  const models = scriptedModels([echo, echo, echo, { text: "done" }]);
  const { api, turn } = await observed({ service: { models, ...withMcp } });
  const url = `http://127.0.0.1:${port}/`;
  const { path, result, places } = await turn({ mcp_servers: { docs: { url, headers } } });
  expect(result).toMatchObject({ status: "completed", stats: { tool_calls: 3 } });
  const config = await api.call("GET", `${path}/config`);
  expect(config.as()).toMatchObject({
    mcp_servers: { docs: { url, headers: { authorization: { secret: true } } } },
  });
  const unchanged = await api.call("PUT", `${path}/config`, { json: JSON.parse(config.text) as object });
  expect(unchanged.status).toBe(200);
  const moved = { docs: { url: "https://other.test/", headers: { authorization: { secret: true } } } };
  const wrong = await api.call("PUT", `${path}/config`, { json: { mcp_servers: moved } });
  expect(wrong.status).toBe(400);
  const template = await api.call("POST", `${path}/save-as-template`, { json: { name: "t" } });
  expect(template.status).toBe(201);
  const json = { name: "u", config: { mcp_servers: { docs: { url, headers } } } };
  const refused = await api.call("POST", "/api/templates", { json });
  expect(refused.status).toBe(400);
  expect([...seen]).toEqual([`Bearer ${HEADER}`]);
  const all = {
    ...(await places()),
    configs: config.text + unchanged.text + wrong.text,
    templates: template.text + refused.text + (await api.call("GET", "/api/templates")).text,
    prompts: JSON.stringify(models.requests),
  };
  expect(holds(all, HEADER)).toEqual([]);
  expect(all.conversation).toContain("[secret mcp_servers.docs.authorization]");
});
