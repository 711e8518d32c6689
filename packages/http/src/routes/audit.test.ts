import { DomainError } from "@workspace-agent/core";
import type { AuditEntry } from "@workspace-agent/core/schemas";
import { testStore } from "@workspace-agent/core/testing";
import { expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const entries = async (api: TestApi, query = "") =>
  (await api.call("GET", `/api/audit${query}`, { cookie: api.cookie })).as<AuditEntry[]>();

const PEER = { headers: { "x-test-address": "192.0.2.7" } };
const withPeers = {
  handler: { clientAddress: (request: Request) => request.headers.get("x-test-address") ?? "unknown" },
};

test("sign-ins and tokens are in the audit log, with who did it and from where", async () => {
  await using api = await testApi(withPeers);
  const before = (await entries(api)).length;
  const signIn = (password: string) =>
    api.call("POST", "/api/auth/sign-in", { token: "", json: { password }, ...PEER });
  expect((await signIn("wrong")).status).toBe(401);
  const { headers } = await signIn("correct horse battery staple");
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const created = (
    await api.call("POST", "/api/service-tokens", { cookie, json: { name: "ci", scopes: ["chat"] }, ...PEER })
  ).as<{ readonly id: string; readonly token: string }>();
  for (const address of ["192.0.2.8", "192.0.2.8", "192.0.2.9"])
    await api.call("GET", "/api/auth/me", { token: created.token, headers: { "x-test-address": address } });
  await api.call("DELETE", `/api/service-tokens/${created.id}`, { cookie, ...PEER });
  await api.call("POST", "/api/auth/sign-out", { cookie, ...PEER });

  const found = (await entries(api)).toReversed().slice(before);
  const person = { kind: "user", id: "admin" };
  const token = { kind: "token", id: created.id };
  expect(found).toMatchObject([
    { action: "sign_in.failed", by: null, address: "192.0.2.7", details: { method: "password" } },
    { action: "sign_in.succeeded", by: person, address: "192.0.2.7", details: { method: "password" } },
    {
      action: "token.created",
      by: person,
      address: "192.0.2.7",
      details: { token_id: created.id, scopes: ["chat"] },
    },
    { action: "token.used", by: token, address: "192.0.2.8" },
    { action: "token.used", by: token, address: "192.0.2.9" },
    { action: "token.revoked", by: person, address: "192.0.2.7", details: { token_id: created.id } },
    { action: "sign_out", by: person, address: "192.0.2.7" },
  ]);
  const text = JSON.stringify(found);
  for (const secret of [created.token, cookie.split("=")[1] ?? "", "wrong"])
    expect(text).not.toContain(secret);
});

test("changed configs are in the audit log by the names of their fields", async () => {
  await using api = await testApi();
  const { id } = await api.createWorkspace("test", { env: { KEY: { value: "hunter2", secret: true } } });
  const json = { env: { KEY: { value: "hunter3", secret: true } }, system_prompt: "Be brief." };
  expect((await api.call("PUT", `/api/workspaces/${id}/config`, { json })).status).toBe(200);
  const found = await entries(api, "?action=config.changed");
  expect(found).toMatchObject([
    {
      workspace_id: id,
      by: { kind: "token" },
      details: { config_version: 2, fields: ["system_prompt", "env"] },
    },
    { workspace_id: id, by: { kind: "user" }, details: { config_version: 1 } },
  ]);
  expect(JSON.stringify(found)).not.toContain("hunter");
});

test("answered approvals are in the audit log", async () => {
  const call = { name: "bash", arguments: { command: "git push" } };
  await using api = await testApi({ script: [{ toolCalls: [call] }, { text: "done" }] });
  const { id } = await api.createWorkspace("test", { permissions: { bash: "ask" } });
  const chat = await api.chat(id);
  const { session_id } = chat.as<{ readonly session_id: string }>();
  const path = `/api/workspaces/${id}/sessions/${session_id}`;
  const [request] = (await api.call("GET", path)).as<{
    readonly pending_requests: readonly { id: string }[];
  }>().pending_requests;
  await api.call("POST", `${path}/requests/${request?.id ?? ""}`, { json: { decision: "deny" } });
  expect(await entries(api, "?action=approval.answered")).toMatchObject([
    { workspace_id: id, session_id, details: { request_id: request?.id, tool: "bash", outcome: "deny" } },
  ]);
});

test("the audit log is paged, and exported oldest first", async () => {
  await using api = await testApi();
  for (let count = 0; count < 3; count++) await api.createToken();
  const all = await entries(api);
  const first = await api.call("GET", "/api/audit?limit=2", { cookie: api.cookie });
  const next = /<([^>]*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await api.call("GET", next, { cookie: api.cookie });
  expect([...first.as<AuditEntry[]>(), ...second.as<AuditEntry[]>()]).toEqual(all.slice(0, 4));
  const headers = { accept: "application/x-ndjson" };
  const exported = await api.call("GET", "/api/audit", { cookie: api.cookie, headers });
  const lines = exported.text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as AuditEntry)).toEqual(all.toReversed());
});

test("the audit log is for people who see the whole tenant", async () => {
  await using api = await testApi();
  expect((await api.call("GET", "/api/audit")).json).toMatchObject({ status: 403, code: "user_only" });
  const bound = { id: "ann", tenant: "default", kind: "user", scopes: [], workspace_ids: ["ws_1"] } as const;
  await using hosted = await testApi({ handler: { authenticate: async () => bound } });
  expect((await hosted.call("GET", "/api/audit")).json).toMatchObject({ status: 403, code: "not_allowed" });
});

test("an export takes no parameters, counts as a read, and is refused before it begins", async () => {
  await using api = await testApi({ handler: { limits: { readsPerPrincipal: 1 } } });
  const headers = { accept: "application/x-ndjson" };
  const { cookie } = api;
  const refused = await api.call("GET", "/api/audit?limit=1", { cookie, headers });
  expect(refused.json).toMatchObject({ status: 400, code: "invalid_request" });
  const open = await api.fetch("GET", "/api/audit", { cookie, headers });
  expect((await api.call("GET", "/api/audit", { cookie, headers })).status).toBe(429);
  await open.body?.cancel();
  const bound = { id: "ann", tenant: "default", kind: "user", scopes: [], workspace_ids: ["ws_1"] } as const;
  await using hosted = await testApi({ handler: { authenticate: async () => bound } });
  expect((await hosted.call("GET", "/api/audit", { headers })).status).toBe(403);
});

test("failed sign-ins beyond the account's limit are one entry", async () => {
  await using api = await testApi(withPeers);
  for (let index = 0; index < 120; index++) {
    const headers = { "x-test-address": `203.0.${Math.floor(index / 2)}.1` };
    await api.call("POST", "/api/auth/sign-in", { token: "", json: { password: "wrong" }, headers });
  }
  const failed = await entries(api, "?action=sign_in.failed&limit=500");
  expect(failed).toHaveLength(101);
  expect(failed[0]?.details).toMatchObject({ note: expect.stringContaining("not written") as string });
});

test("a token that is used from many addresses does not hide the uses of another", async () => {
  await using api = await testApi(withPeers);
  const other = await api.createToken();
  for (let index = 0; index < 150; index++)
    await api.call("GET", "/api/auth/me", { headers: { "x-test-address": `203.0.113.${index}` } });
  await api.call("GET", "/api/auth/me", { token: other, headers: { "x-test-address": "198.51.100.1" } });
  const used = await entries(api, "?action=token.used&limit=500");
  expect(used).toHaveLength(101);
  expect(used[0]).toMatchObject({ address: "198.51.100.1", details: {} });
  expect(used[1]?.details).toMatchObject({ note: expect.stringContaining("not written") as string });
});

test("a host that cannot tell the address of a caller refuses nobody, and the log says so", async () => {
  const clientAddress = (request: Request) => {
    if (request.headers.has("authorization")) throw new Error("There is no such header.");
    return "192.0.2.1";
  };
  await using api = await testApi({ handler: { clientAddress } });
  expect((await api.call("GET", "/api/workspaces")).status).toBe(200);
  expect(api.logged).toContainEqual(
    expect.objectContaining({ level: "warn", message: "the address of a client could not be determined" }),
  );
});

test("an action is undone where it cannot be written to the audit log", async () => {
  const store = testStore();
  await using api = await testApi({ service: { store } });
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}/config`;
  const before = (await api.call("GET", path)).text;
  const transaction = store.transaction.bind(store);
  store.transaction = async (work) =>
    await transaction(async (repositories) => {
      const full = () => Promise.reject(new DomainError("internal", "The disk is full."));
      return await work({ ...repositories, audit: { ...repositories.audit, append: full } });
    });
  expect((await api.call("PUT", path, { json: { system_prompt: "Be brief." } })).status).toBe(500);
  expect((await api.call("GET", path)).text).toBe(before);
});
