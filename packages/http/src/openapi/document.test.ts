import { describe, expect, test } from "vitest";
import { routesOf } from "../routes/index.ts";
import { toSettings } from "../options/settings.ts";
import { openApiDocument } from "./document.ts";
import { operationsOf } from "../openapi-document.ts";
import { SCHEMA_NOTES } from "./schema-notes.ts";

const settings = toSettings({ prefix: "/agents", publicUrl: "https://a.test" });
const document = openApiDocument(routesOf(settings), settings, "1.2.3");
const operations = operationsOf(document);
const text = JSON.stringify(document);
const { schemas, headers } = document.components;

function operation(id: string) {
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

describe("the OpenAPI document", () => {
  test("names the instance, its version and its address", () => {
    expect(document.info.version).toBe("1.2.3");
    expect(document.servers[0]?.url).toBe("https://a.test/agents");
    expect(document.info.description).toContain("(/agents/api/docs/errors)");
  });

  test.each(["schemas", "parameters", "responses", "headers"] as const)(
    "refers only to %s that it has, and has none that nothing refers to",
    (kind) => {
      const places = text.matchAll(new RegExp(`"#/components/${kind}/([\\w-]+)"`, "g"));
      const referred = new Set([...places].map(([, name]) => name));
      expect([...referred].sort()).toEqual(Object.keys(document.components[kind]).sort());
    },
  );

  test("gives each operation an id of its own, a known tag, and a summary", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operationId, ...operation } of operations) {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
      expect(operation.summary).not.toBe("");
      for (const tag of operation.tags) expect(tags).toContain(tag);
    }
    expect(document["x-tagGroups"].flatMap((group) => group.tags)).toEqual(tags);
  });

  test("tells unions of one kind apart by a discriminator", () => {
    expect(schemas["SessionEvent"]).toMatchObject({
      discriminator: {
        propertyName: "type",
        mapping: { "turn.ended": "#/components/schemas/TurnEnded" },
      },
    });
    expect(schemas["ContentPart"]).toMatchObject({
      discriminator: { propertyName: "type", mapping: { text: "#/components/schemas/TextPart" } },
    });
  });

  test("documents every problem that an operation may answer, and by `default` what is refused before it", () => {
    const { responses } = operation("chat");
    expect(Object.keys(responses).join(" ")).toBe(
      "200 202 400 401 402 403 404 409 413 415 421 422 429 500 502 503 504 default",
    );
    expect(responses["504"]?.content?.["application/problem+json"]).toMatchObject({
      schema: { $ref: "#/components/schemas/Problem" },
      examples: { sync_timeout: { value: { status: 504, session_id: expect.any(String) as string } } },
    });
    expect(responses["409"]?.["x-error-codes"]).toEqual(["session_busy", "idempotency_in_progress"]);
    expect(responses["default"]?.description).toContain("405");
  });

  test("names the headers of every answer", () => {
    for (const { operationId, responses } of operations) {
      for (const [status, response] of Object.entries(responses)) {
        expect(response.headers, `${operationId} ${status}`).toHaveProperty("X-Request-Id");
      }
    }
    expect(operation("listWorkspaces").responses["401"]?.headers).toHaveProperty("WWW-Authenticate");
    expect(operation("listWorkspaces").responses["200"]?.headers).toHaveProperty("Link");
    expect(operation("createWorkspace").responses["201"]?.headers).toMatchObject({
      Location: { $ref: "#/components/headers/Location" },
      RateLimit: { $ref: "#/components/headers/RateLimit" },
    });
    const { 409: conflict, 429: limited } = operation("createWorkspace").responses;
    for (const response of [conflict, limited]) expect(response?.headers).toHaveProperty("Retry-After");
    expect(operation("updateWorkspace").responses["409"]?.headers).not.toHaveProperty("Retry-After");
    expect(headers["Retry-After"]?.schema).toMatchObject({ type: "integer", minimum: 0 });
  });

  test("says which credential and which scope an operation needs", () => {
    expect(operation("listWorkspaces").security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(operation("listWorkspaces")["x-required-scope"]).toBe("workspaces:read");
    expect(operation("listServiceTokens").security).toEqual([{ cookie: [] }]);
    expect(operation("getLiveness").security).toEqual([]);
  });

  test("lists parameters with their schemas and no path without its parameters", () => {
    const { parameters } = operation("listWorkspaceDirectory");
    expect(parameters.slice(0, 4).map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["id", "path", true],
      ["path", "query", false],
      ["recursive", "query", false],
      ["limit", "query", false],
    ]);
    for (const { path, parameters } of operations) {
      const inPath = parameters.filter(({ in: place }) => place === "path").map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
    }
  });

  test("says what each schema, each parameter and each body is", () => {
    for (const { operationId, parameters, requestBody } of operations) {
      for (const { name, description } of parameters) {
        expect(description ?? "", `${operationId} ${name}`).not.toBe("");
      }
      if (requestBody !== undefined) expect(requestBody.description).not.toBe("");
    }
    const silent = Object.entries(schemas).filter(([, schema]) => schema["description"] === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
    expect(Object.keys(SCHEMA_NOTES).filter((name) => !(name in schemas))).toEqual([]);
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

describe("a schema of the document", () => {
  test("requires of an answer what defaults fill in, and leaves it out of what may be sent", () => {
    expect(schemas["SandboxConfig"]?.["required"]).toEqual([
      "image",
      "cpus",
      "memory_mb",
      "disk_mb",
      "network",
    ]);
    expect(schemas["SandboxConfig"]?.["properties"]).toMatchObject({
      cpus: expect.not.objectContaining({ default: 1 }) as object,
    });
    expect(schemas["SandboxConfigInput"]).not.toHaveProperty("required");
    expect(schemas["SandboxConfigInput"]?.["properties"]).toMatchObject({ cpus: { default: 1 } });
    const sandboxOf = (name: string) =>
      (schemas[name]?.["properties"] as Record<string, object> | undefined)?.["sandbox"];
    expect(sandboxOf("Config")).toEqual({ $ref: "#/components/schemas/SandboxConfig" });
    expect(sandboxOf("ConfigInput")).toMatchObject({ $ref: "#/components/schemas/SandboxConfigInput" });
  });

  test("says how wide its numbers are, and what is null", () => {
    expect(schemas["Turn"]?.["properties"]).toMatchObject({
      started_at: { type: ["string", "null"], format: "date-time" },
      stop_reason: { anyOf: [{ $ref: "#/components/schemas/StopReason" }, { type: "null" }] },
    });
    expect(schemas["TurnStats"]?.["properties"]).toMatchObject({
      input_tokens: { type: "integer", minimum: 0 },
      cost_usd: { type: ["number", "null"], format: "double" },
    });
  });
});
