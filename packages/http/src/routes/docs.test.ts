import { ERROR_CODES } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { operationsOf, type OpenApiDocument } from "../openapi-document.ts";
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

  test("are a reference page whose files are this instance's own and public, with nothing inline", async () => {
    await using api = await testApi({ handler: { prefix: "/agents", title: "<b>Ours</b>" } });
    const { status, headers, text } = await api.call("GET", "/agents/api/docs");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<script>|<style|style=|(?:src|action)="https?:|<b>/);
    expect(text).toContain('href="/agents/api/docs/openapi.json"');
    const loaded = [...text.matchAll(/(?:href|src)="([^"]+\.(?:svg|css|js)(?:\?[^"]*)?)"/g)].map(
      ([, at = ""]) => at,
    );
    expect(loaded).toEqual([
      "/agents/favicon.svg",
      "/agents/pages.css",
      "/agents/api/docs/reference.css",
      "/agents/api/docs/reference.js",
    ]);
    for (const address of loaded) {
      const file = await api.call("GET", address, { token: "" });
      expect([file.status, file.text.length > 100], address).toEqual([200, true]);
      expect(file.text).not.toContain("sourceMappingURL");
    }
  });

  test("describe each operation and type once, and link only to what is there", async () => {
    await using api = await testApi();
    const { text } = await api.call("GET", "/api/docs");
    const document = (await api.call("GET", "/api/docs/openapi.json")).as<OpenApiDocument>();
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const { tags, operationId } of operationsOf(document))
      expect(ids).toContain(`/${encodeURIComponent(tags[0] ?? "")}/${operationId}`);
    for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`type-${name}`);
    for (const [, target = ""] of text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  test("have an icon, so that no browser is refused one", async () => {
    await using api = await testApi();
    for (const path of ["/favicon.svg", "/favicon.ico"]) {
      const { status, headers } = await api.call("GET", path, { token: "" });
      expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    }
  });

  test("explain every error code, for people and for programs", async () => {
    await using api = await testApi();
    const page = await api.call("GET", "/api/docs/errors");
    for (const code of Object.keys(ERROR_CODES)) {
      expect(page.text).toContain(`<article id="${code}">`);
      expect(page.text).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
    }
    const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.text.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    expect(page.headers.get("content-security-policy")).not.toContain("unsafe");
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
    expect(loaded).toEqual(["/agents/favicon.svg", "/agents/pages.css", "/agents/sign-in.js"]);
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
