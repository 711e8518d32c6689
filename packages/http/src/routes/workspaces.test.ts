import type { Workspace } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { nextPage, testApi } from "../test-api.test-support.ts";

describe("workspaces", () => {
  test("are made, read, listed newest first, and deleted", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    const made = await api.call("POST", "/agents/api/workspaces", {
      json: { name: "one", labels: { team: "a" }, config: { system_prompt: "Be brief." } },
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/agents/api/workspaces/${made.as().id}`);
    expect(made.json).toMatchObject({ name: "one", status: "ready", labels: { team: "a" }, template: null });
    expect((await api.call("GET", made.headers.get("location") ?? "")).json).toEqual(made.json);
    const second = await api.call("POST", "/agents/api/workspaces", { json: { name: "two" } });
    const list = await api.call("GET", "/agents/api/workspaces");
    expect(list.json).toEqual([second.json, made.json]);
    const gone = await api.call("DELETE", `/agents/api/workspaces/${made.as().id}`);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    expect((await api.call("GET", `/agents/api/workspaces/${made.as().id}`)).status).toBe(404);
  });

  test("are paged by a Link that keeps the search and the prefix", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    for (const name of ["a&b 1", "a&b 2", "other", "a&b 3"]) await api.createWorkspace(name);
    const names: string[] = [];
    let next: string | undefined = "/agents/api/workspaces?limit=2&search=A%26B";
    while (next !== undefined) {
      const page = await api.call("GET", next);
      expect(page.status).toBe(200);
      names.push(...page.as<Workspace[]>().map(({ name }) => name));
      next = nextPage(page);
      if (next !== undefined) expect(next).toMatch(/^\/agents\/api\/workspaces\?limit=2&search=a%26b|A%26B/);
    }
    expect(names).toEqual(["a&b 3", "a&b 2", "a&b 1"]);
  });

  test.each(["limit=0", "limit=501", "limit=x", "cursor=%21%21", "cursor=", "search=a&search=b"])(
    "are not listed with %s",
    async (query) => {
      await using api = await testApi();
      expect((await api.call("GET", `/api/workspaces?${query}`)).json).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
    },
  );

  test("have names that are unique in their tenant", async () => {
    await using api = await testApi();
    await api.createWorkspace("taken");
    const { json } = await api.call("POST", "/api/workspaces", { json: { name: "taken" } });
    expect(json).toMatchObject({ status: 409, code: "name_taken" });
  });

  test.each([
    [{}, "#/name"],
    [{ name: 5 }, "#/name"],
    [{ name: "" }, "#/name"],
    [{ name: " x" }, "#/name"],
    [{ name: "x".repeat(129) }, "#/name"],
    [{ name: "x", lables: {} }, "#/lables"],
    [{ name: "x", labels: { a: 1 } }, "#/labels/a"],
    [{ name: "x", config: { modle: "y" } }, "#/config/modle"],
    [{ name: "x", config: { limits: { max_steps: 0 } } }, "#/config/limits/max_steps"],
  ])("are not made from %j", async (body, pointer) => {
    await using api = await testApi();
    const refused = await api.call("POST", "/api/workspaces", { json: body });
    expect(refused.json).toMatchObject({ status: 400, code: "invalid_request" });
    expect(refused.as().errors.map((error) => error.pointer)).toContain(pointer);
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });

  test("ask for no more than the host's policy allows", async () => {
    await using api = await testApi();
    const refused = await api.call("POST", "/api/workspaces", {
      json: { name: "x", config: { sandbox: { network: "open" } } },
    });
    expect(refused.json).toMatchObject({ status: 403, code: "not_allowed" });
    expect(refused.as().detail).toContain("sandbox.network");
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });
});
