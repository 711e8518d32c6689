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

  test("are found by a label, through a Link that keeps it", async () => {
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
