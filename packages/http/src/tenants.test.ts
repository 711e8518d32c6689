import { SCOPES, type Principal } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { answered, BASE, testApi, type TestApi } from "./test-api.test-support.ts";

/** A host's own users: `x-user: tenant/id`. */
async function authenticate(request: Request): Promise<Principal | null> {
  const [tenant, id] = (request.headers.get("x-user") ?? "").split("/");
  if (tenant === undefined || id === undefined) return null;
  return { id, tenant, kind: "user", scopes: SCOPES, workspace_ids: null };
}

const as = (user: string) => ({ token: "", headers: { "x-user": user } });

async function ofAcme(api: TestApi) {
  const made = await api.call("POST", "/api/workspaces", { ...as("acme/ann"), json: { name: "secret" } });
  const workspace = `/api/workspaces/${made.as().id}`;
  await api.call("PUT", `${workspace}/agent/afs-files?path=a`, { ...as("acme/ann"), body: "ours" });
  const turn = await api.call("POST", `${workspace}/chat`, {
    ...as("acme/ann"),
    json: { message: "x", mode: "sync" },
  });
  return { workspace, session: `${workspace}/sessions/${turn.as().session_id}`, ids: turn.as() };
}

describe("a host's own users", () => {
  test("are who they say, and nobody is nobody", async () => {
    await using api = await testApi({ handler: { authenticate } });
    const me = await api.call("GET", "/api/auth/me", as("acme/ann"));
    expect(me.json).toEqual({
      id: "ann",
      tenant: "acme",
      kind: "user",
      scopes: [...SCOPES],
      workspace_ids: null,
    });
    expect((await api.call("GET", "/api/auth/me", { token: "" })).json).toMatchObject({
      code: "unauthenticated",
    });
  });

  test("replace tokens and cookies of this service", async () => {
    await using api = await testApi({ handler: { authenticate } });
    expect((await api.call("GET", "/api/workspaces")).status).toBe(401);
    expect((await api.call("GET", "/api/workspaces", { cookie: api.cookie })).status).toBe(401);
  });

  test("with a cookie of the host change nothing from a foreign page", async () => {
    await using api = await testApi({ handler: { authenticate } });
    const post = async (headers: Record<string, string>) =>
      await api.call("POST", "/api/workspaces", {
        token: "",
        json: { name: `n${Math.random()}` },
        headers: { "x-user": "acme/ann", ...headers },
      });
    expect((await post({ cookie: "host=1", origin: "https://evil.test" })).json).toMatchObject({
      code: "forbidden_origin",
    });
    expect((await post({ cookie: "host=1" })).json).toMatchObject({ code: "forbidden_origin" });
    expect((await post({ cookie: "host=1", origin: BASE })).status).toBe(201);
    expect((await post({ cookie: "host=1", authorization: "Bearer host-token" })).status).toBe(201);
    expect((await post({})).status).toBe(201);
  });
});

describe("what belongs to a tenant", () => {
  test("is not there for another", async () => {
    await using api = await testApi({ handler: { authenticate } });
    const { workspace, session, ids } = await ofAcme(api);
    for (const [method, path, json] of [
      ["GET", workspace],
      ["DELETE", workspace],
      ["GET", `${workspace}/config`],
      ["PUT", `${workspace}/config`, {}],
      ["POST", `${workspace}/chat`, { message: "x" }],
      ["POST", `${workspace}/chat`, { message: "x", session_id: ids.session_id }],
      ["GET", `${workspace}/sessions`],
      ["GET", session],
      ["DELETE", session],
      ["POST", `${session}/interrupt`],
      ["GET", `${session}/turns`],
      ["GET", `${session}/turns/${ids.turn_id}`],
      ["GET", `${session}/events`],
      ["GET", `${workspace}/messages?session_id=${ids.session_id}`],
      ["GET", `${workspace}/agent/files?path=a`],
      ["GET", `${workspace}/agent/afs-files?path=a`],
      ["DELETE", `${workspace}/agent/afs-files?path=a`],
      ["GET", `${workspace}/agent/dirs`],
      ["POST", `${workspace}/agent/dirs?path=x`],
    ] as const) {
      const asked = { ...as("umbrella/uma"), ...(json === undefined ? {} : { json }) };
      expect((await api.call(method, path, asked)).json, `${method} ${path}`).toMatchObject({
        status: 404,
        code: "not_found",
      });
    }
    expect((await api.call("GET", "/api/workspaces", as("umbrella/uma"))).json).toEqual([]);
    expect((await api.call("GET", session, as("acme/bob"))).as().status).toBe("idle");
  });

  test("has names and a shared volume of its own", async () => {
    await using api = await testApi({ handler: { authenticate } });
    await ofAcme(api);
    const same = await api.call("POST", "/api/workspaces", {
      ...as("umbrella/uma"),
      json: { name: "secret" },
    });
    expect(same.status).toBe(201);
    const path = `/api/workspaces/${same.as().id}/agent/afs-files?path=a`;
    expect((await api.call("GET", path, as("umbrella/uma"))).status).toBe(404);
  });
});

test("two handlers serve one service side by side", async () => {
  await using api = await testApi();
  const { createHandler } = await import("./index.ts");
  const embedded = createHandler(api.service, { authenticate, prefix: "/agents" });
  await api.createWorkspace("shared");
  const request = new Request(`${BASE}/agents/api/workspaces`, { headers: { "x-user": "default/eve" } });
  expect((await answered(await embedded(request))).json).toMatchObject([{ name: "shared" }]);
  expect((await api.call("GET", "/api/workspaces")).json).toMatchObject([{ name: "shared" }]);
});
