import { SCOPES, type Principal } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { answered, BASE, testApi } from "./test-api.test-support.ts";

/** A host's own users: `x-user: tenant/id`. */
async function authenticate(request: Request): Promise<Principal | null> {
  const [tenant, id] = (request.headers.get("x-user") ?? "").split("/");
  if (tenant === undefined || id === undefined) return null;
  return { id, tenant, kind: "user", scopes: SCOPES, workspace_ids: null };
}

const as = (user: string) => ({ token: "", headers: { "x-user": user } });

describe("a host's own users", () => {
  test("are who they say, and nobody is nobody", async () => {
    await using api = await testApi({ handler: { authenticate } });
    const me = await api.call("GET", "/api/auth/me", as("acme/ann"));
    expect(me.json).toEqual({
      id: "ann",
      tenant: "acme",
      kind: "user",
      scopes: [...SCOPES],
      sees: "tenant",
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

test("two handlers serve one service side by side", async () => {
  await using api = await testApi();
  const { createHandler } = await import("./index.ts");
  const embedded = createHandler(api.service, { authenticate, prefix: "/agents" });
  await api.createWorkspace("shared");
  const request = new Request(`${BASE}/agents/api/workspaces`, { headers: { "x-user": "default/eve" } });
  expect((await answered(await embedded(request))).json).toMatchObject([{ name: "shared" }]);
  expect((await api.call("GET", "/api/workspaces")).json).toMatchObject([{ name: "shared" }]);
});
