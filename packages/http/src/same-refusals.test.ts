import { DomainError, type BoundServices } from "@workspace-agent/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApi, type Answered, type Asked, type TestApi } from "./test-api.test-support.ts";

/** A value that the compiler would refuse. */
const wrong = <Argument>(value: unknown): Argument => value as Argument;
const PNG = "iVBORw0KGgo=";
const long = (length: number) => "x".repeat(length);

type Credential = "person" | "token" | "reader" | "librarian" | "bound";

interface Ids {
  readonly workspace: string;
  readonly other: string;
  readonly session: string;
  readonly prompt: string;
}

interface WrongCall {
  readonly as?: Credential;
  readonly call: (services: BoundServices, ids: Ids) => unknown;
  readonly request: (ids: Ids) => readonly [method: string, path: string, asked?: Asked | undefined];
  /** The code and the pointers. */
  readonly refused: string;
}

const onWorkspace =
  (method: string, path: string, asked?: Asked): WrongCall["request"] =>
  ({ workspace }) => [method, `/api/workspaces/${workspace}${path}`, asked];
const onSession =
  (method: string, path: string, asked?: Asked): WrongCall["request"] =>
  ({ workspace, session }) => [method, `/api/workspaces/${workspace}/sessions/${session}${path}`, asked];
const at =
  (method: string, path: string, asked?: Asked): WrongCall["request"] =>
  () => [method, path, asked];

/** A call and a request that send the same body. */
const createWorkspace = (input: unknown, refused: string): WrongCall => ({
  call: ({ workspaces }) => workspaces.create(wrong(input)),
  request: at("POST", "/api/workspaces", { json: input }),
  refused,
});
const chat = (input: unknown, refused: string): WrongCall => ({
  call: ({ chat }, { workspace }) => chat.send(workspace, wrong(input)),
  request: onWorkspace("POST", "/chat", { json: input }),
  refused,
});
const putConfig = (input: unknown, refused: string): WrongCall => ({
  call: ({ workspaces }, { workspace }) => workspaces.putConfig(workspace, wrong(input)),
  request: onWorkspace("PUT", "/config", { json: input }),
  refused,
});
const listWorkspaces = (query: unknown, text: string, refused = "invalid_request"): WrongCall => ({
  call: ({ workspaces }) => workspaces.list(wrong(query)),
  request: at("GET", `/api/workspaces?${text}`),
  refused,
});
const createPrompt = (input: unknown, refused: string): WrongCall => ({
  call: ({ prompts }) => prompts.create(wrong(input)),
  request: at("POST", "/api/prompts", { json: input }),
  refused,
});
const createToken = (input: unknown, refused: string): WrongCall => ({
  as: "person",
  call: ({ tokens }) => tokens.create(wrong(input)),
  request: at("POST", "/api/service-tokens", { json: input }),
  refused,
});
const createWebhook = (input: unknown, refused: string): WrongCall => ({
  call: ({ webhooks }) => webhooks.create(wrong(input)),
  request: at("POST", "/api/webhooks", { json: input }),
  refused,
});
const createSchedule = (input: unknown, refused: string): WrongCall => ({
  call: ({ schedules }, { workspace }) => schedules.create(workspace, wrong(input)),
  request: onWorkspace("POST", "/schedules", { json: input }),
  refused,
});
const createBatch = (head: object, items: unknown, refused: string): WrongCall => ({
  call: ({ batches }) => batches.create(wrong(head), wrong(items)),
  request: at("POST", "/api/batches", { json: { ...head, items } }),
  refused,
});
const writeFile = (path: string, refused: string): WrongCall => ({
  call: ({ files }, { workspace }) => files.write(workspace, "workspace", path, new Blob(["text"]).stream()),
  request: onWorkspace("PUT", `/agent/files?path=${encodeURIComponent(path)}`, { body: "text" }),
  refused,
});

const WRONG_CALLS: Readonly<Record<string, WrongCall>> = {
  "an empty name": createWorkspace({ name: "" }, "invalid_request #/name"),
  "a name of 5,000 characters": createWorkspace({ name: long(5_000) }, "invalid_request #/name"),
  "a name that is a number": createWorkspace({ name: 5 }, "invalid_request #/name"),
  "no name": createWorkspace({}, "invalid_request #/name"),
  "no object": createWorkspace("name", "invalid_request #"),
  "an array for an object": createWorkspace([], "invalid_request # #/name"),
  "an unknown field": createWorkspace({ name: "w", owner: "me" }, "invalid_request #/owner"),
  "labels in an array": createWorkspace({ name: "w", labels: [] }, "invalid_request #/labels"),
  "a long label": createWorkspace({ name: "w", labels: { a: long(256) } }, "invalid_request #/labels/a"),
  "a model that is a number": createWorkspace(
    { name: "w", config: { model: 5 } },
    "invalid_request #/config/model",
  ),
  "two faults": createWorkspace(
    { name: "", config: { sandbox: { cpus: 0 } } },
    "invalid_request #/name #/config/sandbox/cpus",
  ),
  "an image beyond the policy": createWorkspace(
    { name: "w", config: { sandbox: { image: "debian" } } },
    "not_allowed #/config/sandbox/image",
  ),
  "an unknown template": createWorkspace({ name: "w", template: "none" }, "invalid_request #/template"),
  "an unknown skill": createWorkspace(
    { name: "w", config: { skills: ["none"] } },
    "invalid_request #/config/skills/0",
  ),
  "a long idempotency key": {
    call: ({ workspaces }) => workspaces.create({ name: "w" }, { idempotencyKey: long(256) }),
    request: at("POST", "/api/workspaces", {
      json: { name: "w" },
      headers: { "idempotency-key": long(256) },
    }),
    refused: "invalid_request",
  },
  "a limit of 0": listWorkspaces({ limit: 0 }, "limit=0"),
  "a limit of 501": listWorkspaces({ limit: 501 }, "limit=501"),
  "a limit of 1.5": listWorkspaces({ limit: 1.5 }, "limit=1.5"),
  "a limit in words": listWorkspaces({ limit: "all" }, "limit=all"),
  "an empty cursor": listWorkspaces({ cursor: "" }, "cursor="),
  "a cursor of nobody": listWorkspaces({ cursor: "nonsense!" }, "cursor=nonsense!"),
  "an unknown parameter": listWorkspaces({ page: 2 }, "page=2"),
  "a long search": listWorkspaces({ search: long(129) }, `search=${long(129)}`),
  "a long key of a label": listWorkspaces({ label: { key: long(64), value: "" } }, `label=${long(64)}:`),
  "a new name that is empty": {
    call: ({ workspaces }, { workspace }) => workspaces.update(workspace, { name: "" }),
    request: onWorkspace("PATCH", "", { json: { name: "" } }),
    refused: "invalid_request #/name",
  },
  "a workspace of nobody": {
    call: ({ workspaces }) => workspaces.get("ws_none"),
    request: at("GET", "/api/workspaces/ws_none"),
    refused: "not_found",
  },
  "no steps": putConfig({ limits: { max_steps: 0 } }, "invalid_request #/limits/max_steps"),
  "an unknown field of the config": putConfig({ modle: "m" }, "invalid_request #/modle"),
  "a network that there is not": putConfig(
    { sandbox: { network: "web" } },
    "invalid_request #/sandbox/network",
  ),
  "a config that is another": {
    call: ({ workspaces }, { workspace }) => workspaces.putConfig(workspace, {}, { ifMatch: "99" }),
    request: onWorkspace("PUT", "/config", { json: {}, headers: { "if-match": '"99"' } }),
    refused: "precondition_failed",
  },
  "a template without a name": {
    call: ({ workspaces }, { workspace }) => workspaces.saveAsTemplate(workspace, wrong({})),
    request: onWorkspace("POST", "/save-as-template", { json: {} }),
    refused: "invalid_request #/name",
  },
  "an empty message": chat({ message: "" }, "invalid_request #/message #/message"),
  "a blank message": chat({ message: " \n" }, "invalid_request #/message"),
  "neither message nor prompt": chat({}, "invalid_request #/message"),
  "a message beyond 1 MiB": chat({ message: long(1_048_577) }, "payload_too_large"),
  "a message with NUL": chat({ message: "a\0" }, "invalid_request #/message"),
  "an unknown way to be busy": chat({ message: "x", on_busy: "later" }, "invalid_request #/on_busy"),
  "an unknown mode": chat({ message: "x", mode: "now" }, "invalid_request #/mode"),
  "an unknown prompt": chat({ prompt: { name: "none" } }, "invalid_request #/prompt/name"),
  "an image that is not base64": chat(
    { message: "x", images: [{ media_type: "image/png", data: "%%%%" }] },
    "invalid_request #/images/0/data",
  ),
  "an image of another type": chat(
    { message: "x", images: [{ media_type: "image/gif", data: PNG }] },
    "invalid_request #/images/0/media_type",
  ),
  "a limit below zero": chat(
    { message: "x", limits: { max_cost_usd: -1 } },
    "invalid_request #/limits/max_cost_usd",
  ),
  "a session of nobody": chat({ message: "x", session_id: "ses_none" }, "not_found"),
  "a wait of 61 seconds": {
    call: ({ sessions }, { workspace, session }) => sessions.get(workspace, session, { seconds: 61 }),
    request: onSession("GET", "?wait=61"),
    refused: "invalid_request",
  },
  "a wait below zero": {
    call: ({ sessions }, { workspace, session }) =>
      sessions.turn(workspace, session, "turn_none", { seconds: -1 }),
    request: onSession("GET", "/turns/turn_none?wait=-1"),
    refused: "invalid_request",
  },
  "a turn of nobody": {
    call: ({ sessions }, { workspace, session }) => sessions.turn(workspace, session, "turn_none"),
    request: onSession("GET", "/turns/turn_none"),
    refused: "not_found",
  },
  "a name with control characters": {
    call: ({ sessions }, { workspace, session }) => sessions.update(workspace, session, { name: "a\u0007" }),
    request: onSession("PATCH", "", { json: { name: "a\u0007" } }),
    refused: "invalid_request #/name",
  },
  "a fork at no message": {
    call: ({ sessions }, { workspace, session }) => sessions.fork(workspace, session, { at_message: "" }),
    request: onSession("POST", "/fork", { json: { at_message: "" } }),
    refused: "invalid_request #/at_message",
  },
  "events after -1": {
    call: ({ sessions }, { workspace, session }) => sessions.events(workspace, session, { after: -1 }),
    request: onSession("GET", "/events?after=-1"),
    refused: "invalid_request",
  },
  "events after the end": {
    call: ({ sessions }, { workspace, session }) => sessions.eventPage(workspace, session, { after: 9_999 }),
    request: onSession("GET", "/events?after=9999", { headers: { accept: "application/json" } }),
    refused: "invalid_request",
  },
  "messages of a session with a long id": {
    call: ({ sessions }, { workspace }) => sessions.transcript(workspace, long(65)),
    request: onWorkspace("GET", `/messages?session_id=${long(65)}`),
    refused: "invalid_request",
  },
  "the export of a session with a long id": {
    call: ({ sessions }, { workspace }) => sessions.export(workspace, long(65)),
    request: onWorkspace("GET", `/sessions/${long(65)}/export`),
    refused: "invalid_request",
  },
  "a decision that there is not": {
    call: ({ sessions }, { workspace, session }) =>
      sessions.answerRequest(workspace, session, "req_none", wrong({ decision: "perhaps" })),
    request: onSession("POST", "/requests/req_none", { json: { decision: "perhaps" } }),
    refused: "invalid_request #/decision #/answers #/decision #/output #/decision #/error #/decision",
  },
  "a request of nobody": {
    call: ({ sessions }, { workspace, session }) =>
      sessions.answerRequest(workspace, session, "req_none", { decision: "allow" }),
    request: onSession("POST", "/requests/req_none", { json: { decision: "allow" } }),
    refused: "not_found",
  },
  "a list of 10,001 files": {
    call: ({ files }, { workspace }) => files.list(workspace, "workspace", "", { limit: 10_001 }),
    request: onWorkspace("GET", "/agent/dirs?limit=10001"),
    refused: "invalid_request",
  },
  "an empty search": {
    call: ({ files }, { workspace }) => files.list(workspace, "workspace", "", { q: "" }),
    request: onWorkspace("GET", "/agent/dirs?q="),
    refused: "invalid_request",
  },
  "a path out of the volume": writeFile("../x", "invalid_path"),
  "the root as a file": writeFile("", "invalid_path"),
  "a path of 4,097 characters": writeFile(long(4_097), "invalid_request"),
  "a file that is not there": {
    call: ({ files }, { workspace }) => files.read(workspace, "workspace", "none"),
    request: onWorkspace("GET", "/agent/files?path=none"),
    refused: "not_found",
  },
  "a move to nowhere": {
    call: ({ files }, { workspace }) => files.move(workspace, "workspace", wrong({ src: "a" })),
    request: onWorkspace("POST", "/agent/move", { json: { src: "a" } }),
    refused: "invalid_request #/dest",
  },
  "a long key for a directory": {
    call: ({ files }, { workspace }) =>
      files.makeDirectory(workspace, "workspace", "d", { idempotencyKey: "é" }),
    request: onWorkspace("POST", "/agent/dirs?path=d", { headers: { "idempotency-key": "é" } }),
    refused: "invalid_request",
  },
  "a prompt without content": createPrompt({ name: "p" }, "invalid_request #/content"),
  "a prompt of white space": createPrompt({ name: "p", content: " \n\t " }, "invalid_request #/content"),
  "a prompt with a bad name": createPrompt({ name: "", content: "x" }, "invalid_request #/name"),
  "a name that is taken": createPrompt({ name: "taken", content: "x" }, "name_taken"),
  "a library search of 129 characters": {
    call: ({ skills }) => skills.list({ q: long(129) }),
    request: at("GET", `/api/skills?q=${long(129)}`),
    refused: "invalid_request",
  },
  "a version of 0": {
    call: ({ prompts }, { prompt }) => prompts.rollback(prompt, { version: 0 }),
    request: ({ prompt }) => ["POST", `/api/prompts/${prompt}/rollback`, { json: { version: 0 } }],
    refused: "invalid_request #/version",
  },
  "a version of nobody": {
    call: ({ prompts }, { prompt }) => prompts.rollback(prompt, { version: 9 }),
    request: ({ prompt }) => ["POST", `/api/prompts/${prompt}/rollback`, { json: { version: 9 } }],
    refused: "invalid_request #/version",
  },
  "an item that is another": {
    call: ({ prompts }, { prompt }) => prompts.put(prompt, { content: "y" }, { ifMatch: "other" }),
    request: ({ prompt }) => [
      "PUT",
      `/api/prompts/${prompt}`,
      { json: { content: "y" }, headers: { "if-match": '"other"' } },
    ],
    refused: "precondition_failed",
  },
  "a template with the value of a secret": {
    call: ({ templates }) =>
      templates.create({ name: "t", config: { env: { KEY: { secret: true, value: "v" } } } }),
    request: at("POST", "/api/templates", {
      json: { name: "t", config: { env: { KEY: { secret: true, value: "v" } } } },
    }),
    refused: "invalid_request #/config/env/KEY/value",
  },
  "a skill without files": {
    call: ({ skills }) => skills.create({ files: [] }),
    request: at("POST", "/api/skills", { json: { files: [] } }),
    refused: "invalid_request #/files",
  },
  "a token without scopes": createToken({ name: "t", scopes: [] }, "invalid_request #/scopes"),
  "a token with an unknown scope": createToken({ name: "t", scopes: ["root"] }, "invalid_request #/scopes/0"),
  "a token that has expired": createToken(
    { name: "t", expires_at: "1999-01-01T00:00:00.000Z" },
    "invalid_request #/expires_at",
  ),
  "a schedule without a turn": createSchedule({ name: "s", cron: "* * * * *" }, "invalid_request #/turn"),
  "a schedule without a time": createSchedule(
    { name: "s", turn: { message: "x" } },
    "invalid_request #/cron",
  ),
  "a schedule of an unknown overlap": createSchedule(
    { name: "s", cron: "* * * * *", turn: { message: "x" }, overlap: "wait" },
    "invalid_request #/overlap",
  ),
  "a preview of 51 times": {
    call: ({ schedules }) => schedules.preview({ cron: "* * * * *", count: 51 }),
    request: at("POST", "/api/schedules/preview", { json: { cron: "* * * * *", count: 51 } }),
    refused: "invalid_request #/count",
  },
  "a batch of no items": createBatch({}, [], "invalid_request #/items"),
  "a batch that runs nothing at once": createBatch(
    { concurrency: 0 },
    [{ key: "a", message: "x" }],
    "invalid_request #/concurrency",
  ),
  "a batch with an unknown field of an item": createBatch(
    {},
    [{ key: "a", message: "x", model: "m" }],
    "invalid_request #/items/0/model",
  ),
  "a batch with a key twice": createBatch(
    {},
    [
      { key: "a", message: "x" },
      { key: "a", message: "y" },
    ],
    "invalid_request #/items/1/key",
  ),
  "a batch in a workspace of nobody": createBatch(
    { defaults: { workspace_id: "ws_none" } },
    [{ key: "a", message: "x" }],
    "not_found",
  ),
  "a batch with the files of a snapshot that is not there": createBatch(
    { defaults: { snapshot_id: "snp_none" } },
    [{ key: "a", message: "x" }],
    "invalid_request #/defaults/snapshot_id",
  ),
  "a batch with a snapshot whose id is too long": createBatch(
    { defaults: { snapshot_id: long(65) } },
    [{ key: "a", message: "x" }],
    "invalid_request #/defaults/snapshot_id",
  ),
  "a batch of a template and a snapshot": createBatch(
    { defaults: { template: "t", snapshot_id: "snp_none" } },
    [{ key: "a", message: "x" }],
    "invalid_request #/defaults/snapshot_id",
  ),
  "a wait for a batch of 61 seconds": {
    call: ({ batches }) => batches.get("bat_none", { seconds: 61 }),
    request: at("GET", "/api/batches/bat_none?wait=61"),
    refused: "invalid_request",
  },
  "results of a batch of nobody": {
    call: ({ batches }) => batches.results("bat_none"),
    request: at("GET", "/api/batches/bat_none/results"),
    refused: "not_found",
  },
  "new workspaces for a batch by a bound token": {
    as: "bound",
    call: ({ batches }) => batches.create({}, [{ key: "a", message: "x" }]),
    request: at("POST", "/api/batches", { json: { items: [{ key: "a", message: "x" }] } }),
    refused: "not_allowed",
  },
  "a label of 129 characters": {
    call: ({ snapshots }, { workspace }) => snapshots.create(workspace, { label: long(129) }),
    request: onWorkspace("POST", "/snapshots", { json: { label: long(129) } }),
    refused: "invalid_request #/label",
  },
  "a comparison with a long id": {
    call: ({ snapshots }, { workspace }) => snapshots.diff(workspace, "snp_none", long(65)),
    request: onWorkspace("GET", `/snapshots/snp_none/diff?against=${long(65)}`),
    refused: "invalid_request",
  },
  "a rewind of an unknown part": {
    call: ({ snapshots }, { workspace, session }) =>
      snapshots.rewind(workspace, session, wrong({ to_turn: "turn_none", restore: "all" })),
    request: onSession("POST", "/rewind", { json: { to_turn: "turn_none", restore: "all" } }),
    refused: "invalid_request #/restore",
  },
  "a fork of a workspace without a name": {
    call: ({ snapshots }, { workspace }) => snapshots.fork(workspace, wrong({})),
    request: onWorkspace("POST", "/fork", { json: {} }),
    refused: "invalid_request #/name",
  },
  "a webhook to a file": createWebhook({ url: "file:///etc" }, "invalid_request #/url #/url"),
  "a webhook of no events": createWebhook({ url: "https://a.test", events: [] }, "invalid_request #/events"),
  "an unknown audit action": {
    as: "person",
    call: ({ audit }) => audit.list({ action: wrong("slept") }),
    request: at("GET", "/api/audit?action=slept"),
    refused: "invalid_request",
  },
  "a change without the scope": {
    as: "reader",
    call: ({ workspaces }) => workspaces.create({ name: "" }),
    request: at("POST", "/api/workspaces", { json: { name: "" } }),
    refused: "insufficient_scope",
  },
  "a message without the scope": {
    as: "reader",
    call: ({ chat }, { workspace }) => chat.send(workspace, { message: "x" }),
    request: onWorkspace("POST", "/chat", { json: { message: "x" } }),
    refused: "insufficient_scope",
  },
  "a file without the scope": {
    as: "reader",
    call: ({ files }, { workspace }) => files.list(workspace, "workspace", ""),
    request: onWorkspace("GET", "/agent/dirs"),
    refused: "insufficient_scope",
  },
  "a template of what it cannot read": {
    as: "librarian",
    call: ({ workspaces }, { workspace }) => workspaces.saveAsTemplate(workspace, { name: "t" }),
    request: onWorkspace("POST", "/save-as-template", { json: { name: "t" } }),
    refused: "insufficient_scope",
  },
  "tokens by a token": {
    call: ({ tokens }) => tokens.list(),
    request: at("GET", "/api/service-tokens"),
    refused: "user_only",
  },
  "the audit log by a token": {
    call: ({ audit }) => audit.export(),
    request: at("GET", "/api/audit", { headers: { accept: "application/x-ndjson" } }),
    refused: "user_only",
  },
  "a workspace beyond its own": {
    as: "bound",
    call: ({ workspaces }, { other }) => workspaces.update(other, { name: "" }),
    request: ({ other }) => ["PATCH", `/api/workspaces/${other}`, { json: { name: "" } }],
    refused: "not_found",
  },
  "the library by a bound token": {
    as: "bound",
    call: ({ prompts }) => prompts.export(),
    request: at("GET", "/api/prompts", { headers: { accept: "application/x-ndjson" } }),
    refused: "not_found",
  },
  "a new workspace by a bound token": {
    as: "bound",
    call: ({ workspaces }) => workspaces.create({ name: "w" }),
    request: at("POST", "/api/workspaces", { json: { name: "w" } }),
    refused: "not_allowed",
  },
};

let api: TestApi;
let ids: Ids;
const services = new Map<Credential, BoundServices>();
const headers = new Map<Credential, Asked>();

beforeAll(async () => {
  api = await testApi();
  const { id: workspace } = await api.createWorkspace();
  const { id: other } = await api.createWorkspace("other");
  const tokens = {
    token: api.token,
    reader: await api.createToken({ scopes: ["workspaces:read"] }),
    librarian: await api.createToken({ scopes: ["library:write"] }),
    bound: await api.createToken({ workspace_ids: [workspace] }),
  };
  for (const [name, token] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
    services.set(name, api.service.as(await api.service.tokens.authenticate(token)));
    headers.set(name, { token });
  }
  const person = await api.service.signIn.authenticate(api.cookie.replace("wa_session=", ""));
  if (person === null) throw new Error("Nobody is signed in.");
  services.set("person", api.service.as(person));
  headers.set("person", { cookie: api.cookie });
  const { chat, prompts } = api.service.as(person);
  const { session_id: session } = await chat.send(workspace, { message: "Hello." });
  const { item } = await prompts.create({ name: "taken", content: "x" });
  ids = { workspace, other, session, prompt: item.id };
});
afterAll(async () => await api[Symbol.asyncDispose]());

const told = (code: string, errors: readonly { readonly pointer: string }[] = []) =>
  [code, ...errors.map(({ pointer }) => pointer)].join(" ");

async function inProcess({ as = "token", call }: WrongCall): Promise<string> {
  const bound = services.get(as);
  if (bound === undefined) throw new Error(`There is no credential ${as}.`);
  try {
    return `done: ${JSON.stringify(await call(bound, ids))}`;
  } catch (error) {
    return DomainError.isInstance(error) ? told(error.code, error.errors) : String(error);
  }
}

async function overHttp({ as = "token", request }: WrongCall): Promise<string> {
  const [method, path, asked] = request(ids);
  const answer: Answered = await api.call(method, path, { ...asked, ...headers.get(as) });
  const { code, errors } = answer.as();
  return answer.status < 400 ? `done: ${answer.text}` : told(code, errors);
}

describe("a wrong call is refused in process as over HTTP:", () => {
  test.each(Object.entries(WRONG_CALLS))("%s", async (_, wrongCall) => {
    expect(await inProcess(wrongCall)).toBe(wrongCall.refused);
    expect(await overHttp(wrongCall)).toBe(wrongCall.refused);
  });
});
