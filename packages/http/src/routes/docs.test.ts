import { ERROR_CODES } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../openapi/document-types.ts";
import { testApi } from "../test-api.test-support.ts";

describe("the documents of an instance", () => {
  test("are the OpenAPI document of its own routes", async () => {
    await using api = await testApi({ handler: { prefix: "/agents", title: "Our agents" } });
    const { status, headers, json } = await api.call("GET", "/agents/api/docs/openapi.json");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(json).toMatchObject({
      openapi: "3.1.1",
      info: { title: "Our agents", version: api.service.instance.version },
      servers: [{ url: "/agents" }],
    });
  });

  test("are a reference page that loads nothing from elsewhere and runs nothing", async () => {
    await using api = await testApi({ handler: { prefix: "/agents", title: "<b>Ours</b>" } });
    const { status, headers, text } = await api.call("GET", "/agents/api/docs");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(text).not.toMatch(/<script|<style|style=|https?:\/\/|<b>/);
    const { paths } = (await api.call("GET", "/agents/api/docs/openapi.json")).as<OpenApiDocument>();
    for (const [path, methods] of Object.entries(paths)) {
      expect(text).toContain(path);
      for (const { operationId } of Object.values(methods)) expect(text).toContain(`id="${operationId}"`);
    }
    const loaded = [...text.matchAll(/<link[^>]+href="([^"]+)"/g)].map(([, href = ""]) => href);
    expect(loaded).toEqual(["/agents/pages.css"]);
    expect((await api.call("GET", loaded[0] ?? "", { token: "" })).headers.get("content-type")).toMatch(
      /^text\/css/,
    );
  });

  test("have links inside the page that lead somewhere", async () => {
    await using api = await testApi();
    const { text } = await api.call("GET", "/api/docs");
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) expect(ids).toContain(target);
  });

  test("explain every error code, for people and for programs", async () => {
    await using api = await testApi();
    const page = await api.call("GET", "/api/docs/errors");
    for (const code of Object.keys(ERROR_CODES)) expect(page.text).toContain(`id="${code}"`);
    const list = await api.call("GET", "/api/docs/errors", { headers: { accept: "application/json" } });
    expect(list.json).toHaveLength(Object.keys(ERROR_CODES).length);
    expect(list.as<unknown[]>()[0]).toEqual({ code: "invalid_request", ...ERROR_CODES.invalid_request });
  });

  test("need a credential", async () => {
    await using api = await testApi();
    for (const path of ["/api/docs", "/api/docs/openapi.json", "/api/docs/errors"]) {
      expect((await api.call("GET", path, { token: "" })).status).toBe(401);
    }
  });
});

describe("the sign-in page", () => {
  test("is public, with its style and its script, and nothing inline", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    const { status, text, headers } = await api.call(
      "GET",
      "/agents/sign-in?next=%2Fagents%2Fapi%2Fdocs&code=abc",
      { token: "" },
    );
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    const loaded = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = ""]) => address);
    expect(loaded).toEqual(["/agents/pages.css", "/agents/sign-in.js"]);
    for (const address of loaded) expect((await api.call("GET", address, { token: "" })).status).toBe(200);
    expect(text).not.toContain("abc");
  });

  test("is not there where the host authenticates, and nobody is sent to it", async () => {
    await using api = await testApi({ handler: { authenticate: () => Promise.resolve(null) } });
    const { status } = await api.call("GET", "/api/docs", { headers: { accept: "text/html" } });
    expect(status).toBe(401);
    for (const [method, path] of [
      ["GET", "/sign-in"],
      ["POST", "/api/auth/sign-in"],
    ] as const) {
      expect((await api.call(method, path)).status).toBe(401);
    }
  });
});
