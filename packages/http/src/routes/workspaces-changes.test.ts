import { WorkspaceStateSchema } from "@workspace-agent/core/schemas";
import type { Workspace, WorkspaceState } from "@workspace-agent/core";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { nextPage, testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

describe("a workspace", () => {
  test("is renamed and labelled by PATCH", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace("one");
    await api.createWorkspace("two");
    const patch = async (json: unknown) => await api.call("PATCH", `/api/workspaces/${id}`, { json });
    expect((await patch({})).json).toMatchObject({ name: "one", labels: {} });
    expect((await patch({ name: "new", labels: { a: "b" } })).json).toMatchObject({
      name: "new",
      labels: { a: "b" },
    });
    expect((await patch({ labels: { c: "d" } })).as<Workspace>().labels).toEqual({ c: "d" });
    expect((await api.call("GET", `/api/workspaces/${id}`)).json).toMatchObject({ labels: { c: "d" } });
    expect((await patch({ name: "two" })).json).toMatchObject({ status: 409, code: "name_taken" });
    expect((await patch({ nam: "x" })).json).toMatchObject({ status: 400, errors: [{ pointer: "#/nam" }] });
    expect((await patch({ labels: { a: 1 } })).json).toMatchObject({ errors: [{ pointer: "#/labels/a" }] });
  });

  test("tells its state", async () => {
    await using api = await testApi({ script: () => ({ stall: true }) });
    const { id } = await api.createWorkspace();
    await api.call("POST", `/api/workspaces/${id}/chat`, { json: { message: "Go", mode: "async" } });
    await until(async () => {
      const { sessions } = (await api.call("GET", `/api/workspaces/${id}/status`)).as<WorkspaceState>();
      return sessions.running === 1;
    });
    const { status, json } = await api.call("GET", `/api/workspaces/${id}/status`);
    expect(status).toBe(200);
    expect(v.parse(WorkspaceStateSchema, json)).toMatchObject({
      status: "ready",
      sessions: { running: 1, queued: 0, waiting: 0 },
    });
    expect((await api.call("GET", "/api/workspaces/ws_none/status")).status).toBe(404);
  });

  test("is found by a label, through a Link that keeps it", async () => {
    await using api = await testApi();
    const make = async (name: string, labels: Record<string, string>) =>
      await api.call("POST", "/api/workspaces", { json: { name, labels } });
    for (let index = 0; index < 3; index++) await make(`a${index}`, { url: "http://a:1/?x=1&y" });
    await make("b", { url: "b" });
    const names: string[] = [];
    let next: string | undefined =
      `/api/workspaces?limit=2&label=${encodeURIComponent("url:http://a:1/?x=1&y")}`;
    for (let pages = 0; next !== undefined && pages < 5; pages++) {
      const page = await api.call("GET", next);
      names.push(...page.as<Workspace[]>().map(({ name }) => name));
      next = nextPage(page);
    }
    expect(names).toEqual(["a2", "a1", "a0"]);
    expect((await api.call("GET", "/api/workspaces?label=url:b")).as<Workspace[]>()).toHaveLength(1);
    for (const label of ["url", ":x", ""]) {
      const refused = await api.call("GET", `/api/workspaces?label=${label}`);
      expect(refused.json).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });
});

describe("a key for a workspace", () => {
  const headers = { "idempotency-key": "k 1" };
  const make = async (api: TestApi, json: object = { name: "w" }, more: object = {}) =>
    await api.call("POST", "/api/workspaces", { json, headers, ...more });

  test("makes one of two requests at once, and tells the second", async () => {
    await using api = await testApi();
    const both = await Promise.all([make(api), make(api)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0].json).toEqual(both[1].json);
    expect(both.map((answer) => answer.headers.get("idempotent-replayed")).sort()).toEqual(
      [null, "true"].sort(),
    );
    expect(both[0].headers.get("location")).toBe(both[1].headers.get("location"));
    expect((await make(api, { name: "other" })).json).toMatchObject({
      status: 422,
      code: "idempotency_key_reused",
    });
    await api.call("DELETE", `/api/workspaces/${both[0].as().id}`);
    expect((await make(api)).json).toEqual(both[0].json);
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });

  test("belongs to its principal and to one route", async () => {
    await using api = await testApi();
    const first = await make(api);
    const token = await api.createToken();
    expect((await make(api, { name: "mine" }, { token })).status).toBe(201);
    const path = `/api/workspaces/${first.as().id}/chat`;
    const chat = await api.call("POST", path, { headers, json: { message: "Go", mode: "async" } });
    expect(chat.status).toBe(202);
  });

  test.each(["", "x".repeat(256), "é"])("is not %j", async (key) => {
    await using api = await testApi();
    const refused = await make(api, { name: "w" }, { headers: { "idempotency-key": key } });
    expect(refused.json).toMatchObject({ status: 400, code: "invalid_request" });
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });
});

describe("a host with little to give", () => {
  const policy = { memory_mb: 512, afs: "read" } as const;

  test("lowers what a config does not name, in POST and in PUT, and refuses what it names", async () => {
    await using api = await testApi({ service: { policy } });
    const made = await api.call("POST", "/api/workspaces", {
      json: { name: "w", config: { sandbox: { cpus: 0.5 } } },
    });
    expect(made.status).toBe(201);
    const path = `/api/workspaces/${made.as().id}/config`;
    const lowered = { sandbox: { memory_mb: 512 }, afs: { access: "read" } };
    expect((await api.call("GET", path)).json).toMatchObject({ ...lowered, sandbox: { cpus: 0.5 } });
    expect((await api.call("PUT", path, { json: {} })).json).toMatchObject(lowered);
    const same = await api.call("PUT", path, { json: (await api.call("GET", path)).json });
    expect(same.status).toBe(200);
    const sandbox = { memory_mb: 1024 };
    expect((await api.call("PUT", path, { json: { sandbox } })).json).toMatchObject({
      status: 403,
      code: "not_allowed",
      errors: [{ pointer: "#/sandbox/memory_mb" }],
    });
    const refused = await api.call("POST", "/api/workspaces", { json: { name: "x", config: { sandbox } } });
    expect(refused.json).toMatchObject({
      status: 403,
      errors: [{ pointer: "#/config/sandbox/memory_mb" }],
    });
  });

  test("lets one of two changes for the same version win", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/config`;
    const headers = { "if-match": (await api.call("GET", path)).headers.get("etag") ?? "" };
    const put = async (system_prompt: string) =>
      await api.call("PUT", path, { headers, json: { system_prompt } });
    const both = await Promise.all([put("a"), put("b")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
