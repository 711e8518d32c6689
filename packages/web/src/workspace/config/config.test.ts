import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../api/config.ts";
import { isSameConfig, withValueAt } from "./draft.ts";
import { renamed, unusedName } from "../../ui/records.ts";
import { formatValue, parseValue } from "./secret-value.ts";
import { formOf, pointerTo } from "./form-model.ts";

const SCHEMAS: Record<string, JsonSchema> = {
  Sandbox: {
    type: "object",
    properties: { cpus: { type: "number", minimum: 0.1, maximum: 64, default: 1 }, network: { anyOf: [] } },
  },
};
const ROOT: JsonSchema = {
  type: "object",
  properties: {
    model: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
    small_model: { type: ["string", "null"] },
    sandbox: { $ref: "#/components/schemas/Sandbox", default: {} },
    env: { type: "object" },
    shiny_new: { type: "boolean", description: "Of a later version." },
  },
};

describe("the form of a schema", () => {
  const form = formOf(ROOT, SCHEMAS);
  const field = (name: string) =>
    form.flatMap(({ fields }) => fields).find(({ path }) => path.join(".") === name);

  it("has the groups with fields, and one for unknown fields", () => {
    expect(form.map(({ title }) => title)).toEqual(["Model", "Sandbox", "Network", "Environment", "Other"]);
  });

  it("accepts both notations for null", () => {
    expect(field("model")).toMatchObject({ kind: "model", isNullable: true });
    expect(field("small_model")).toMatchObject({ kind: "model", isNullable: true });
  });

  it("resolves references, and has the limits of numbers", () => {
    expect(field("sandbox.cpus")).toMatchObject({
      kind: "number",
      min: 0.1,
      max: 64,
      pointer: "#/sandbox/cpus",
    });
    expect(field("sandbox.network")?.kind).toBe("network");
  });

  it("labels an unknown field with its name and description", () => {
    expect(field("shiny_new")).toMatchObject({
      kind: "switch",
      label: "Shiny new",
      hint: "Of a later version.",
    });
  });

  it("escapes JSON Pointers", () => {
    expect(pointerTo(["env", "a/b~c"])).toBe("#/env/a~1b~0c");
  });
});

describe("a draft of a config", () => {
  it("changes one value and keeps the order of the others", () => {
    const value = { b: 1, sandbox: { cpus: 1, image: null }, a: 2 };
    const next = withValueAt(value, ["sandbox", "cpus"], 2);
    expect(JSON.stringify(next)).toBe('{"b":1,"sandbox":{"cpus":2,"image":null},"a":2}');
    expect(withValueAt({}, ["limits", "max_steps"], 5)).toEqual({ limits: { max_steps: 5 } });
  });

  it("is equal in any order and formatting", () => {
    expect(isSameConfig('{"a":1,"b":{"c":[1,2]}}', '{ "b": {"c": [1, 2]}, "a": 1 }')).toBe(true);
    expect(isSameConfig('{"a":1}', '{"a":2}')).toBe(false);
    expect(isSameConfig("{", '{"a":2}')).toBe(false);
  });
});

describe("variables with secrets", () => {
  it("keep a secret that is not changed", () => {
    const values = ["1", { secret: true }, { value: "s", secret: true }];
    expect(values.map(parseValue).map(({ isSecret, isStored }) => [isSecret, isStored])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
    expect(values.map(parseValue).map(formatValue)).toEqual(values);
  });

  it("are renamed in place, and never replace another", () => {
    expect(Object.keys(renamed({ A: 1, B: 2 }, "A", "C"))).toEqual(["C", "B"]);
    expect(renamed({ A: 1, B: 2 }, "A", "B")).toEqual({ A: 1, B: 2 });
  });

  it("get an unused name", () => expect(unusedName(["NAME", "NAME_2"], "NAME")).toBe("NAME_3"));
});
