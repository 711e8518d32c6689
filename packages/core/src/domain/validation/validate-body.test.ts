import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import { ChatSchema } from "../sessions/chat.ts";
import { AnswerRequestSchema } from "../sessions/request.ts";
import { ConfigInputSchema } from "../workspaces/config.ts";
import { CreateWorkspaceSchema } from "../workspaces/workspace.ts";
import { validateBody } from "./validate-body.ts";

function errorsOf(schema: v.GenericSchema, value: unknown): Record<string, string> {
  try {
    validateBody(schema, value);
  } catch (error) {
    if (!DomainError.isInstance(error)) throw error;
    expect(error.code).toBe("invalid_request");
    return Object.fromEntries((error.errors ?? []).map(({ pointer, detail }) => [pointer, detail]));
  }
  throw new Error("it was taken");
}

describe("a body", () => {
  test("is given back with its defaults", () => {
    expect(validateBody(ChatSchema, { message: "x" })).toMatchObject({ message: "x", source: "api" });
  });

  test("has each bad field named by a JSON Pointer", () => {
    const errors = errorsOf(ChatSchema, { message: 5, source: "mail", limits: { max_steps: 0 } });
    expect(Object.keys(errors)).toEqual(["#/message", "#/source", "#/limits/max_steps"]);
    expect(errors["#/message"]).toBe("must be string");
  });

  test("has unknown and missing fields told", () => {
    expect(errorsOf(CreateWorkspaceSchema, { nam: "x" })).toEqual({
      "#/name": "is required",
      "#/nam": "is not a known field",
    });
    expect(errorsOf(ConfigInputSchema, { sandbox: { cpu: 1 } })).toEqual({
      "#/sandbox/cpu": "is not a known field",
    });
  });

  test("has keys escaped in the pointer", () => {
    const schema = v.record(v.string(), v.number());
    expect(errorsOf(schema, { "a/b~c d%": "x" })).toEqual({ "#/a~1b~0c%20d%25": "must be number" });
  });

  test("never has a value repeated in the answer", () => {
    const secret = "s3cret-canary";
    const bodies = [
      { env: { KEY: { value: secret, secret: false } } },
      { env: secret },
      { sandbox: { network: secret } },
      { limits: { max_steps: secret } },
      { model: { deep: secret } },
      { skills: [secret.toUpperCase()] },
      { mcp_servers: { x: { url: secret } } },
      { mcp_servers: { x: { url: "http://a.test", headers: { key: `${secret}\n` } } } },
      { system_prompt: [secret] },
    ];
    for (const body of bodies) {
      const errors = errorsOf(ConfigInputSchema, body);
      expect(JSON.stringify(errors).toLowerCase()).not.toContain(secret);
      expect(Object.keys(errors).length).toBeGreaterThan(0);
    }
  });

  test("tells what is wrong inside the option of a union", () => {
    expect(errorsOf(ConfigInputSchema, { sandbox: { network: { allow: ["a b"] } } })).toEqual({
      "#/sandbox/network/allow/0": "must be a host name, or *. and one",
    });
  });

  test.each([
    [ConfigInputSchema, [], "#"],
    [ConfigInputSchema, { sandbox: [] }, "#/sandbox"],
    [ConfigInputSchema, { env: [] }, "#/env"],
    [CreateWorkspaceSchema, { name: "x", labels: [] }, "#/labels"],
    [CreateWorkspaceSchema, { name: "x", config: { limits: [] } }, "#/config/limits"],
    [AnswerRequestSchema, { answers: ["main"] }, "#/answers"],
    [v.strictObject({ list: v.array(v.strictObject({})) }), { list: [{}, []] }, "#/list/1"],
    [v.record(v.string(), v.union([v.looseObject({}), v.boolean()])), { any: [] }, "#/any"],
  ] as const)("that has an array for an object is refused (%#)", (schema, value, pointer) => {
    expect(errorsOf(schema, value)[pointer]).toBe("must be Object");
  });

  test.each([null, 5, "text", true, []])("that is %o and not an object is refused", (value) => {
    expect(errorsOf(CreateWorkspaceSchema, value)).toMatchObject({ "#": "must be Object" });
  });

  test.each(["__proto__", "constructor", "prototype"])(
    "has the name %s refused, not dropped, in a map too",
    (key) => {
      const named = (value: string) => JSON.parse(`{"${key}":${value}}`) as unknown;
      expect(errorsOf(ConfigInputSchema, { env: named('"x"') })).toEqual({
        [`#/env/${key}`]: "is a name that cannot be used",
      });
      expect(errorsOf(ConfigInputSchema, { permissions: named('"deny"') })).toHaveProperty([
        `#/permissions/${key}`,
      ]);
      expect(errorsOf(CreateWorkspaceSchema, { name: "w", labels: named('"x"') })).toHaveProperty([
        `#/labels/${key}`,
      ]);
    },
  );

  test.each(["__proto__", "constructor", "toString"])("with an unknown field %s is refused", (key) => {
    const value: unknown = JSON.parse(`{"message":"x","${key}":{"polluted":true}}`);
    expect(Object.keys(errorsOf(ChatSchema, value))).toEqual([`#/${key}`]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("that is nested as deep as its size allows is refused, not followed", () => {
    const deep: unknown = JSON.parse(`{"message":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(errorsOf(ChatSchema, deep)).toEqual({ "#/message": "must be string" });
  });

  test("with very many errors has the first of them told", () => {
    const labels = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
    expect(Object.keys(errorsOf(CreateWorkspaceSchema, { name: "x", labels }))).toHaveLength(32);
  });
});
