import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { SCOPES } from "@workspace-agent/core";
import type { OpenApiDocument } from "./openapi/document-types.ts";
import { operationsOf, type ListedOperation } from "./openapi/operations.ts";
import { routesOf } from "./routes/index.ts";
import { toSettings } from "./settings.ts";
import { testApi, type Answered, type Asked, type TestApi } from "./test-api.test-support.ts";

/** A valid body for each operation that takes one. */
const BODIES: Readonly<Record<string, unknown>> = {
  createWorkspace: { name: "walked" },
  replaceWorkspaceConfig: {},
  chat: { message: "```sh\ntouch /workspace/walked\n```", mode: "sync" },
  createServiceToken: { name: "walked" },
  signIn: { password: "wrong" },
};

interface Place {
  readonly workspace: string;
  readonly session: string;
  readonly turn: string;
}

async function documentedOperations(api: TestApi): Promise<readonly ListedOperation[]> {
  return operationsOf((await api.call("GET", "/api/docs/openapi.json")).as<OpenApiDocument>());
}

async function setUp(api: TestApi): Promise<{ place: Place; operations: readonly ListedOperation[] }> {
  const { id } = await api.createWorkspace("walked over");
  const chat = await api.call("POST", `/api/workspaces/${id}/chat`, { json: { message: "x", mode: "sync" } });
  await api.call("PUT", `/api/workspaces/${id}/agent/files?path=a`, { body: "kept" });
  await api.call("PUT", `/api/workspaces/${id}/agent/afs-files?path=a`, { body: "kept" });
  const document = (await api.call("GET", "/api/docs/openapi.json")).as<OpenApiDocument>();
  const { session_id, turn_id } = chat.as();
  return { place: { workspace: id, session: session_id, turn: turn_id }, operations: operationsOf(document) };
}

/** A request that would succeed with the right credential. */
function requestOf(operation: ListedOperation, place: Place): { method: string; path: string; asked: Asked } {
  const { workspace, session, turn } = place;
  const id = operation.path.startsWith("/api/workspaces") ? workspace : "tok_none";
  const path = operation.path.replace("{id}", id).replace("{session_id}", session).replace("{turn_id}", turn);
  const values: Readonly<Record<string, string>> = { session_id: session, path: "a", follow: "false" };
  const query = (operation.parameters ?? [])
    .filter(({ in: where, name }) => where === "query" && name in values)
    .map(({ name }) => `${name}=${values[name] ?? ""}`);
  const json = BODIES[operation.operationId];
  const isRaw = operation.requestBody !== undefined && json === undefined;
  return {
    method: operation.method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    asked: { ...(json === undefined ? {} : { json }), ...(isRaw ? { body: "x" } : {}) },
  };
}

const isPublic = ({ security }: ListedOperation) => security.length === 0;
const isForUsers = ({ security }: ListedOperation) => security.every((scheme) => "cookie" in scheme);
const scopeOf = (operation: ListedOperation) => operation["x-required-scope"];
const isOfWorkspace = ({ path }: ListedOperation) => path.startsWith("/api/workspaces/{id}");

const routes = routesOf(toSettings({}));

/** A JSON answer is what its schema says. */
function checkBody(operationId: string, answer: Answered): void {
  const route = routes.find((candidate) => candidate.operationId === operationId);
  const schema = route?.responses[answer.status]?.content?.["application/json"];
  if (schema === undefined || typeof schema === "string" || answer.json === undefined) return;
  expect(v.safeParse(schema, answer.json).issues ?? [], operationId).toEqual([]);
}

async function everythingOf(api: TestApi, { workspace }: Place): Promise<unknown> {
  const read = async (path: string) =>
    (await api.call("GET", path)).json ?? (await api.call("GET", path)).text;
  const paths = [
    "",
    "/config",
    "/sessions",
    "/agent/dirs?recursive=true",
    "/agent/afs-dirs?recursive=true",
    "/agent/files?path=a",
  ];
  const tokens = (await api.call("GET", "/api/service-tokens", { cookie: api.cookie })).as<
    { id: string }[]
  >();
  return {
    workspaces: await read("/api/workspaces"),
    ofWorkspace: await Promise.all(paths.map((path) => read(`/api/workspaces/${workspace}${path}`))),
    tokens: tokens.map(({ id }) => id),
  };
}

/** Sends every operation that `select` takes with one credential, and checks that nothing changed. */
async function walk(
  api: TestApi,
  select: (operation: ListedOperation) => boolean,
  credential: (operation: ListedOperation) => Promise<Asked>,
  expected: { readonly status: number; readonly code: string },
): Promise<number> {
  const { place, operations } = await setUp(api);
  const walked = operations.filter(select);
  const credentials = await Promise.all(walked.map(credential));
  const before = await everythingOf(api, place);
  for (const [index, operation] of walked.entries()) {
    const { method, path, asked } = requestOf(operation, place);
    const answer = await api.call(method, path, { ...asked, ...credentials[index] });
    expect(answer.json, `${method} ${path}`).toMatchObject(expected);
    expect(Object.keys(operation.responses)).toContain(String(expected.status));
  }
  expect(await everythingOf(api, place)).toEqual(before);
  return walked.length;
}

describe("every operation of the document", () => {
  test("without a credential is 401, but for the few that are public", async () => {
    await using api = await testApi();
    const count = await walk(
      api,
      (operation) => !isPublic(operation),
      async () => ({ token: "" }),
      {
        status: 401,
        code: "unauthenticated",
      },
    );
    expect(count).toBeGreaterThan(30);
    const operations = await documentedOperations(api);
    expect(operations.filter(isPublic).map(({ operationId }) => operationId)).toEqual([
      "signIn",
      "getLiveness",
      "getReadiness",
    ]);
  });

  test("with an expired token is 401", async () => {
    await using api = await testApi();
    const token = await api.createToken({ expires_at: new Date(api.clock.now() + 1000).toISOString() });
    await api.clock.advance(1000);
    await walk(
      api,
      (operation) => !isPublic(operation),
      async () => ({ token }),
      { status: 401, code: "invalid_token" },
    );
  });

  test("with a revoked token is 401", async () => {
    await using api = await testApi();
    const made = await api.call("POST", "/api/service-tokens", { cookie: api.cookie, json: { name: "x" } });
    await api.call("DELETE", `/api/service-tokens/${made.as().id}`, { cookie: api.cookie });
    const { token } = made.as();
    await walk(
      api,
      (operation) => !isPublic(operation),
      async () => ({ token }),
      { status: 401, code: "invalid_token" },
    );
  });

  test("with a token that has every scope but the one it needs is 403", async () => {
    await using api = await testApi();
    const count = await walk(
      api,
      (operation) => scopeOf(operation) !== undefined,
      async (operation) => ({
        token: await api.createToken({ scopes: SCOPES.filter((scope) => scope !== scopeOf(operation)) }),
      }),
      { status: 403, code: "insufficient_scope" },
    );
    expect(count).toBeGreaterThan(20);
  });

  test("for people is 403 to a token", async () => {
    await using api = await testApi();
    const count = await walk(
      api,
      (operation) => isForUsers(operation) && !isPublic(operation),
      async () => ({ token: api.token }),
      { status: 403, code: "user_only" },
    );
    expect(count).toBe(4);
  });

  test("on a workspace is 404 to a token that is bound to another", async () => {
    await using api = await testApi();
    const other = await api.createWorkspace("other");
    const token = await api.createToken({ workspace_ids: [other.id] });
    const count = await walk(api, isOfWorkspace, async () => ({ token }), { status: 404, code: "not_found" });
    expect(count).toBeGreaterThan(20);
  });

  test("that changes something is 403 to a signed-in browser on a foreign page", async () => {
    await using api = await testApi();
    await walk(
      api,
      (operation) => !isPublic(operation) && operation.method !== "get",
      async () => ({ token: "", headers: { cookie: api.cookie, origin: "https://evil.test" } }),
      { status: 403, code: "forbidden_origin" },
    );
  });

  test("answers a good request with a status that it documents, and runs no command by itself", async () => {
    const commands: string[] = [];
    await using api = await testApi({
      command: ({ command }) => {
        commands.push(command);
        return {};
      },
    });
    const { place, operations } = await setUp(api);
    const last = (operation: ListedOperation) =>
      operation.method === "delete" || operation.operationId === "signOut" ? 1 : 0;
    for (const operation of [...operations].sort((a, b) => last(a) - last(b))) {
      const { method, path, asked } = requestOf(operation, place);
      const credential = isForUsers(operation) ? { cookie: api.cookie } : {};
      const answer = await api.call(method, path, { ...asked, ...credential });
      expect(Object.keys(operation.responses), `${method} ${path}: ${answer.text}`).toContain(
        String(answer.status),
      );
      expect(answer.status, `${method} ${path}: ${answer.text}`).not.toBe(500);
      const type = answer.headers.get("content-type");
      if (type === null || answer.text === "") continue;
      checkBody(operation.operationId, answer);
      const types = Object.keys(operation.responses[String(answer.status)]?.content ?? {});
      expect([...types, "*/*"], `${method} ${path}`).toContain(
        types.includes("*/*") ? "*/*" : type.replace(/;.*/, ""),
      );
    }
    expect(commands).toEqual([]);
  });
});
