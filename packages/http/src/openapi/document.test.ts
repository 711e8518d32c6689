import { describe, expect, test } from "vitest";
import { routesOf } from "../routes/index.ts";
import { toSettings } from "../settings.ts";
import { openApiDocument } from "./document.ts";

const settings = toSettings({ prefix: "/agents", publicUrl: "https://a.test" });
const document = openApiDocument(routesOf(settings), settings, "1.2.3");
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const text = JSON.stringify(document);

describe("the OpenAPI document", () => {
  test("names the instance, its version and its address", () => {
    expect(document.info.version).toBe("1.2.3");
    expect(document.servers[0]?.url).toBe("https://a.test/agents");
  });

  test("refers only to schemas that it has, and has none that nothing refers to", () => {
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    expect([...referred].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  test("gives each operation an id of its own, a known tag, and a summary", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const operation of operations) {
      expect(operation.summary).not.toBe("");
      for (const tag of operation.tags) expect(tags).toContain(tag);
    }
  });

  test("tells unions of one kind apart by a discriminator", () => {
    expect(document.components.schemas["SessionEvent"]).toMatchObject({
      discriminator: {
        propertyName: "type",
        mapping: { "turn.ended": "#/components/schemas/TurnEnded" },
      },
    });
    expect(document.components.schemas["ContentPart"]).toMatchObject({
      discriminator: { propertyName: "type", mapping: { text: "#/components/schemas/TextPart" } },
    });
  });

  test("documents every problem that an operation may answer", () => {
    const chat = document.paths["/api/workspaces/{id}/chat"]?.["post"];
    expect(Object.keys(chat?.responses ?? {})).toEqual([
      "200",
      "202",
      "400",
      "401",
      "403",
      "404",
      "409",
      "413",
      "415",
      "421",
      "422",
      "429",
      "500",
      "502",
      "503",
      "504",
    ]);
    expect(chat?.responses["504"]?.content).toEqual({
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    });
  });

  test("says which credential and which scope an operation needs", () => {
    const security = (path: string, method: string) => document.paths[path]?.[method]?.security;
    expect(security("/api/workspaces", "get")).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(document.paths["/api/workspaces"]?.["get"]?.["x-required-scope"]).toBe("workspaces:read");
    expect(security("/api/service-tokens", "get")).toEqual([{ cookie: [] }]);
    expect(security("/healthz", "get")).toEqual([]);
  });

  test("lists parameters with their schemas and no path without its parameters", () => {
    const list = document.paths["/api/workspaces/{id}/agent/dirs"]?.["get"];
    expect(list?.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["id", "path", true],
      ["path", "query", false],
      ["recursive", "query", false],
      ["limit", "query", false],
    ]);
  });

  test("leaves out pages that are no part of the API", () => {
    expect(Object.keys(document.paths)).not.toContain("/sign-in");
  });

  test("has no sign-in where the host authenticates", () => {
    const own = toSettings({ authenticate: () => Promise.resolve(null) });
    const { paths, components } = openApiDocument(routesOf(own), own, "1");
    expect(Object.keys(paths)).not.toContain("/api/auth/sign-in");
    expect(Object.keys(components.securitySchemes)).toEqual(["bearer"]);
  });
});
