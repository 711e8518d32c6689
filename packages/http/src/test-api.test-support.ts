import {
  createAgentService,
  type AgentService,
  type AgentServiceOptions,
  type FieldError,
  type FileEntry,
  type Logger,
  type Message,
  type Workspace,
} from "@workspace-agent/core";
import type { TurnStats } from "@workspace-agent/core/schemas";
import { memoryVolumes } from "@workspace-agent/core/memory";
import {
  fakeClock,
  minuteTimes,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type FakeClock,
  type ModelScript,
  type ScriptedCommand,
} from "@workspace-agent/core/testing";
import { createHandler, type Handler, type HandlerOptions } from "./index.ts";

export const BASE = "http://127.0.0.1:8787";
export const PASSWORD = "correct horse battery staple";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or undefined. */
  readonly json: unknown;
  /** The same, as what the test takes it for. */
  as<Body = AnyBody>(): Body;
}

/** Members of the bodies that tests look into; which are there, the test knows. */
export interface AnyBody {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly status: string;
  readonly chat_status: string;
  readonly message_count: number;
  readonly session_id: string;
  readonly turn_id: string;
  readonly messages: readonly Message[];
  readonly stats: TurnStats;
  readonly system_prompt: string;
  readonly env: unknown;
  readonly size: number;
  readonly etag: string;
  readonly entries: readonly FileEntry[];
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

export interface Asked {
  readonly token?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: BodyInit;
}

export interface LoggedLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

type TestStore = ReturnType<typeof testStore>;
type TokenInput = Parameters<AgentService["tokens"]["create"]>[1];

export interface TestApi extends AsyncDisposable {
  readonly service: AgentService;
  /** The store of the service, unless the test has given another. */
  readonly store: TestStore;
  readonly handler: Handler;
  readonly clock: FakeClock;
  readonly logged: LoggedLine[];
  /** A token of a service that may do everything. */
  readonly token: string;
  /** What a signed-in browser sends as `Cookie`. */
  readonly cookie: string;
  /** As the default token where no credential is given; `token: ""` for none. */
  call(method: string, path: string, asked?: Asked): Promise<Answered>;
  fetch(method: string, path: string, asked?: Asked): Promise<Response>;
  createToken(input?: Omit<TokenInput, "name">): Promise<string>;
  /** A token of another tenant. */
  foreignToken(): Promise<string>;
  createWorkspace(name?: string, config?: object): Promise<Workspace>;
  /** Sends a message to a workspace and waits for the end of its turn, unless `message` has another `mode`. */
  chat(workspaceId: string, message?: object): Promise<Answered>;
  /** Lets time pass, second by second, until something settles; gives it, and how many seconds passed. */
  passTime<T>(pending: Promise<T>): Promise<{ readonly value: T; readonly seconds: number }>;
}

export interface TestApiOptions {
  readonly script?: ModelScript;
  readonly command?: ScriptedCommand;
  readonly service?: Partial<AgentServiceOptions>;
  readonly handler?: HandlerOptions;
}

function listLogger(lines: LoggedLine[]): Logger {
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** The whole API on a service in memory, stopped when the test's scope ends. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  const clock = fakeClock();
  const logged: LoggedLine[] = [];
  const store = testStore({ clock });
  const service = createAgentService({
    store,
    volumes: memoryVolumes({ clock }),
    sandbox: scriptedSandboxes(options.command),
    models: scriptedModels(options.script ?? (() => ({ text: "done" }))),
    webhooks: { fetch: async () => new Response(null, { status: 204 }) },
    cronTimes: minuteTimes,
    signIn: { password: PASSWORD },
    clock,
    random: () => 0,
    ...options.service,
  });
  await service.start();
  const handler = createHandler(service, { clock, logger: listLogger(logged), ...options.handler });

  const fetch = async (method: string, path: string, asked: Asked = {}) => {
    const { token, cookie, headers, json, body } = asked;
    return await handler(
      new Request(BASE + path, {
        method,
        headers: {
          ...(token === undefined || token === "" ? {} : { authorization: `Bearer ${token}` }),
          ...(cookie === undefined ? {} : { cookie, origin: BASE }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(body === undefined ? {} : { body, duplex: "half" }),
      }),
    );
  };
  const passTime: TestApi["passTime"] = async (pending) => {
    let isSettled = false;
    const hasSettled = () => isSettled;
    const settled = pending.finally(() => (isSettled = true));
    settled.catch(() => undefined);
    let seconds = 0;
    for (; !hasSettled(); seconds++) await clock.advance(1000);
    return { value: await settled, seconds };
  };
  const admin = await service.signIn.signIn({ code: await service.signIn.issueCode() }, "test");
  const principal = await service.signIn.authenticate(admin.cookie);
  if (principal === null) throw new Error("Nobody is signed in.");
  const createToken: TestApi["createToken"] = async (input) =>
    (await service.tokens.create(principal, { name: "test", ...input })).token;
  const token = await createToken();
  const withDefault = (asked: Asked = {}) =>
    asked.token === undefined && asked.cookie === undefined ? { ...asked, token } : asked;
  const call: TestApi["call"] = async (method, path, asked) =>
    await answered(await fetch(method, path, withDefault(asked)));
  return {
    service,
    store,
    handler,
    clock,
    logged,
    token,
    cookie: `wa_session=${admin.cookie}`,
    createToken,
    foreignToken: async () =>
      (await service.tokens.create({ ...principal, tenant: "other" }, { name: "foreign" })).token,
    fetch: async (method, path, asked) => await fetch(method, path, withDefault(asked)),
    call,
    createWorkspace: async (name = "test", config = {}) =>
      await service.workspaces.create(principal, { name, config }),
    chat: async (id, message) =>
      await call("POST", `/api/workspaces/${id}/chat`, { json: { message: "Go", mode: "sync", ...message } }),
    passTime,
    async [Symbol.asyncDispose]() {
      await passTime(service.stop({ graceMs: 100 }));
    },
  };
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = /[/+]json(;|$)/.test(response.headers.get("content-type") ?? "") && text !== "";
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    as: <Body = AnyBody>() => json as Body,
  };
}

/** The address of the next page, or undefined. */
export function nextPage({ headers }: Answered): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
}
