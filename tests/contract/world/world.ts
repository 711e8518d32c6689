import { ajvSchemas } from "../../../packages/json-schema/src/index.ts";
import { McpError } from "../../../packages/core/src/ports.ts";
import { SCOPES } from "../../../packages/core/src/index.ts";
import { memoryObjects, memoryVolumes } from "../../../packages/core/src/memory/index.ts";
import {
  fakeClock,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type FakeClock,
} from "../../../packages/core/src/testing/index.ts";
import type { Handler } from "../../../packages/http/src/index.ts";
import { BASE, testApi } from "../../../packages/http/src/test-api.test-support.ts";
import type { OpenApi } from "../openapi/document.ts";
import { Collections } from "./collections.ts";
import { ASK_ME } from "./makers.ts";
import "./loaded-at-first-use.ts";
import { send, settled, type WireAnswer, type WireRequest } from "./send.ts";

/** Small limits, so that bodies beyond them are cheap. */
export const LIMITS = { jsonBytes: 48 * 1024, chatBytes: 64 * 1024, fileBytes: 64 * 1024 };

/** The only image that a config may name. */
export const IMAGE = "debian:12";

export interface Credentials {
  /** A token with every scope. */
  readonly token: string;
  /** The `Cookie` of a signed-in browser. */
  readonly cookie: string;
  readonly expired: string;
  readonly revoked: string;
  /** With every scope, for a workspace that no test touches. */
  readonly bound: string;
  /** With every scope, of another tenant. */
  readonly foreign: string;
  /** By scope, or by several with commas: a token with all the others. */
  readonly lacking: ReadonlyMap<string, string>;
}

/** A service whose model calls no tool, with credentials of every role. */
export interface World extends AsyncDisposable {
  readonly handler: Handler;
  readonly clock: FakeClock;
  readonly document: OpenApi;
  readonly credentials: Credentials;
  /** Every command that any sandbox was asked to run. */
  readonly commands: readonly unknown[];
  /** The failures that the service logged. */
  readonly failures: readonly unknown[];
  readonly collections: Collections;
  send(request: WireRequest): Promise<WireAnswer>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export async function createWorld(): Promise<World> {
  const clock = fakeClock();
  const scripted = scriptedSandboxes();
  const sandbox = { ...scripted, capabilities: { ...scripted.capabilities, network: true } };
  const api = await testApi({
    service: {
      store: testStore({ clock }),
      volumes: memoryVolumes({ clock }),
      objects: memoryObjects({ clock }),
      sandbox,
      models: scriptedModels(({ messages }) => {
        const [part] = messages.at(-1)?.parts ?? [];
        const isAsked = part?.type === "text" && part.text === ASK_ME;
        return isAsked
          ? { toolCalls: [{ name: "write", arguments: { path: "asked.txt", content: "x" } }] }
          : { text: "done" };
      }),
      policy: { images: [IMAGE], network: ["none", "allow", "open"], mcp_servers: true },
      mcp: {
        connector: {
          connect: () => Promise.reject(new McpError("unreachable", "There is no network here.")),
        },
      },
      outputSchemas: ajvSchemas(),
      clock,
    },
    handler: { clock, limits: LIMITS, allowedHosts: [] },
  });
  const wire = async (request: WireRequest) => await send(api.handler, clock, request);
  const get = async (target: string, headers: Record<string, string>) =>
    await wire({ method: "GET", target, headers, body: null });

  const kept = await api.createWorkspace("kept out of the test");
  const expired = await api.createToken({ expires_at: new Date(clock.now() + 1000).toISOString() });
  const bound = await api.createToken({ workspace_ids: [kept.id] });
  const lacking = new Map<string, string>();
  for (const without of [...SCOPES.map((scope) => [scope]), ["chat", "approve"]])
    lacking.set(
      String(without),
      await api.createToken({ scopes: SCOPES.filter((scope) => !without.includes(scope)) }),
    );
  const foreign = await api.foreignToken();

  const asUser = { cookie: api.cookie };
  const made = (await api.call("POST", "/api/service-tokens", { ...asUser, json: { name: "revoked" } })).as();
  await api.call("DELETE", `/api/service-tokens/${made.id}`, asUser);
  const { json: tokens } = await api.call("GET", "/api/service-tokens?limit=500", asUser);
  const listed = tokens as readonly { readonly id: string }[];
  await clock.advance(1000);

  const served = await get("/api/docs/openapi.json", bearer(api.token));
  if (served.status !== 200) throw new Error(`There is no document: ${served.text}`);
  const document = JSON.parse(served.text) as OpenApi;
  const credentials = {
    token: api.token,
    cookie: api.cookie,
    expired,
    revoked: made.token,
    bound,
    foreign,
    lacking,
  };
  const asAdmin = { cookie: api.cookie, origin: BASE };
  const collections = new Collections(
    document,
    async (method, target, json) =>
      await wire({
        method,
        target,
        headers: { ...asAdmin, ...(json === undefined ? {} : { "content-type": "application/json" }) },
        body: json === undefined ? null : Buffer.from(typeof json === "string" ? json : JSON.stringify(json)),
      }),
    new Set([kept.id, ...listed.map(({ id }) => id)]),
  );
  return {
    handler: api.handler,
    clock,
    document,
    credentials,
    commands: sandbox.commands,
    get failures() {
      return api.logged.filter(({ level }) => level === "error");
    },
    collections,
    send: wire,
    async [Symbol.asyncDispose]() {
      await settled(api.service.stop({ graceMs: 100 }), clock);
    },
  };
}
