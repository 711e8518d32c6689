import type { ServiceToken } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { nextPage, testApi } from "../test-api.test-support.ts";

describe("service tokens", () => {
  test("are made by a person, shown once, used, listed without their secret, and revoked at once", async () => {
    await using api = await testApi();
    const { cookie } = api;
    const made = await api.call("POST", "/api/service-tokens", { cookie, json: { name: "ci" } });
    expect(made.status).toBe(201);
    expect(made.as().token).toMatch(/^wat_[0-9A-Za-z]{49}$/);
    expect(made.headers.get("location")).toBe(`/api/service-tokens/${made.as().id}`);
    const { token, id } = made.as();
    expect((await api.call("GET", "/api/workspaces", { token })).status).toBe(200);
    const list = await api.call("GET", "/api/service-tokens", { cookie });
    expect(list.as<unknown[]>()[0]).toMatchObject({ id, name: "ci", workspace_ids: null, expires_at: null });
    expect(list.as<ServiceToken[]>()[0]?.scopes).toContain("chat");
    expect(list.text).not.toContain(token);
    expect((await api.call("DELETE", `/api/service-tokens/${id}`, { cookie })).status).toBe(204);
    const refused = await api.call("GET", "/api/workspaces", { token });
    expect(refused.json).toMatchObject({ status: 401, code: "invalid_token" });
    expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect((await api.call("DELETE", `/api/service-tokens/${id}`, { cookie })).json).toMatchObject({
      code: "not_found",
    });
  });

  test("are paged", async () => {
    await using api = await testApi();
    for (let index = 0; index < 3; index++) await api.createToken();
    const page = await api.call("GET", "/api/service-tokens?limit=3", { cookie: api.cookie });
    expect(page.json).toHaveLength(3);
    const next = nextPage(page) ?? "";
    expect((await api.call("GET", next, { cookie: api.cookie })).json).toHaveLength(1);
  });

  test("do what their scopes say and nothing else", async () => {
    await using api = await testApi();
    const token = await api.createToken({ scopes: ["workspaces:read"] });
    expect((await api.call("GET", "/api/workspaces", { token })).status).toBe(200);
    const refused = await api.call("POST", "/api/workspaces", { token, json: { name: "x" } });
    expect(refused.json).toMatchObject({ status: 403, code: "insufficient_scope" });
    expect(refused.as().detail).toContain("workspaces:write");
    expect(refused.headers.get("www-authenticate")).toContain("insufficient_scope");
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });

  test("that are none are all answered alike", async () => {
    await using api = await testApi();
    const wrong = [
      "x",
      "wat_x",
      `${api.token}x`,
      api.token.slice(0, -1),
      `wat_${"A".repeat(49)}`,
      api.token.toLowerCase(),
    ];
    const answers = [];
    for (const token of wrong) {
      const refused = await api.call("GET", "/api/workspaces", { token });
      expect(refused.json).toMatchObject({ status: 401, code: "invalid_token" });
      answers.push(refused.as().detail);
    }
    expect(new Set(answers).size).toBe(1);
  });
});
