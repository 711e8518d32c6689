import type { OutputProblem } from "@workspace-agent/core/ports";
import { describe, expect, test } from "vitest";
import { ajvSchemas } from "./ajv-schemas.ts";

const schemas = ajvSchemas();
type Schema = Parameters<typeof schemas.compile>[0];
type Value = Parameters<Extract<ReturnType<typeof schemas.compile>, { type: "compiled" }>["validate"]>[0];

function problemsOf(schema: Schema, value: Value): readonly OutputProblem[] {
  const compiled = schemas.compile(schema);
  if (compiled.type === "refused") throw new Error(JSON.stringify(compiled.problems));
  return compiled.validate(value);
}

function refusal(schema: Schema): readonly OutputProblem[] {
  const compiled = schemas.compile(schema);
  return compiled.type === "refused" ? compiled.problems : [];
}

const pointers = (problems: readonly OutputProblem[]) => problems.map(({ pointer }) => pointer);

/** A schema in so many schemas. */
function nested(levels: number): Schema {
  let schema: Schema = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
}

const invoice: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://example.com/invoice",
  title: "Invoice",
  type: "object",
  properties: {
    total: { type: "number", multipleOf: 0.01 },
    lines: { type: "array", minItems: 1, items: { $ref: "#/$defs/line" } },
  },
  required: ["total", "lines"],
  additionalProperties: false,
  $defs: { line: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
};

describe("values", () => {
  test("a valid value has no problem", () => {
    expect(problemsOf(invoice, { total: 19.99, lines: [{ name: "Tea" }] })).toEqual([]);
  });

  test("every problem is named at its place", () => {
    expect(problemsOf(invoice, { lines: [{ name: 7 }, {}], "a/b": true })).toEqual([
      { pointer: "#", detail: "must have required property 'total'" },
      { pointer: "#", detail: 'must NOT have additional properties: "a/b"' },
      { pointer: "#/lines/0/name", detail: "must be string" },
      { pointer: "#/lines/1", detail: "must have required property 'name'" },
    ]);
  });

  test("names of inherited properties are not there", () => {
    expect(problemsOf({ required: ["toString"] }, {})).toHaveLength(1);
  });

  test("keywords of other drafts and dialects change nothing", () => {
    const schema = { type: "string", nullable: true, id: "other", dependencies: { a: ["b"] } };
    expect(pointers(problemsOf(schema, null))).toEqual(["#"]);
    expect(problemsOf({ dependencies: { a: ["b"] } }, { a: 1 })).toEqual([]);
  });

  test("format is an annotation, also an unknown one", () => {
    expect(problemsOf({ type: "string", format: "email" }, "no address")).toEqual([]);
    expect(problemsOf({ type: "string", format: "no such format" }, "anything")).toEqual([]);
  });

  test("equal objects are equal in any order of their keys", () => {
    expect(problemsOf({ enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 })).toEqual([]);
    expect(problemsOf({ enum: [{ a: 1 }] }, { a: 2 })).toEqual([
      { pointer: "#", detail: "must be one of the values of enum" },
    ]);
    expect(
      problemsOf({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toHaveLength(1);
  });

  test("a constant is equal in any order of its keys", () => {
    expect(problemsOf({ const: { a: 1, b: [2] } }, { b: [2], a: 1 })).toEqual([]);
    expect(problemsOf({ const: null }, null)).toEqual([]);
    expect(problemsOf({ const: 1 }, "1")).toEqual([{ pointer: "#", detail: "must be equal to constant" }]);
    expect(problemsOf({ const: [1] }, [2])).toEqual([{ pointer: "#", detail: "must be equal to constant" }]);
  });

  test.each([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [1_000_000_000.5, 1_000_000_000, false],
    [1.000_000_000_1, 1, false],
    [1e-20, 1, false],
    [1e308, 0.5, true],
  ])("%d is or is not a multiple of %d", (value, multipleOf, isOne) => {
    const problem = { pointer: "#", detail: `must be multiple of ${multipleOf}` };
    expect(problemsOf({ multipleOf }, value)).toEqual(isOne ? [] : [problem]);
  });

  test.each([
    ["^\\s$", "\u00a0"],
    ["^\\s$", "a"],
    ["^[\\s]$", "\ufeff"],
    ["^[^\\s]$", "\u3000"],
    ["^\\S+$", "a\u2003b"],
    ["^[\\S]$", "\u00a0"],
    ["^[\\S]$", "😀"],
    ["^[^\\S]$", "\t"],
    ["^.$", "\u2028"],
    ["^.$", "\r"],
    ["^.$", "😀"],
    ["^[.]$", "a"],
    ["^\\.$", "."],
    ["^\\\\s$", "\\s"],
    ["^(?s:.)$", "\n"],
    ["^[^]$", "\n"],
    ["^\\ud83d\\ude00$", "😀"],
    ["^\\uD83D\\uDE00$", "😀"],
    ["^\\\\ud83d\\ude00$", "😀"],
    ["^[\\ud83d\\ude00-\\ud83d\\ude4f]$", "😀"],
    ["^\\ud83d$", "😀"],
  ])("the pattern %s matches %j as in JavaScript", (pattern, text) => {
    expect(problemsOf({ pattern }, text).length === 0).toBe(new RegExp(pattern, "u").test(text));
  });

  test("true and false are schemas that a reference can name", () => {
    const schema: Schema = {
      properties: { a: { $ref: "#/$defs/any" }, b: { $ref: "#/$defs/none" }, c: { $ref: "#/items" } },
      items: true,
      $defs: { any: true, none: false },
    };
    expect(problemsOf(schema, { a: 1, c: 1 })).toEqual([]);
    expect(pointers(problemsOf(schema, { b: 1 }))).toEqual(["#/b"]);
  });

  test.each(["number", "integer"])("what is not finite is no %s", (type) => {
    expect(problemsOf({ type }, Infinity)).toHaveLength(1);
  });

  test("a tree is checked to its leaves", () => {
    const tree: Schema = {
      $dynamicAnchor: "node",
      type: "object",
      properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
      unevaluatedProperties: false,
    };
    expect(problemsOf(tree, { children: [{ children: [] }] })).toEqual([]);
    expect(pointers(problemsOf(tree, { children: [{ children: [{ leaf: 1 }] }] }))).toEqual([
      "#/children/0/children/0",
    ]);
  });

  test("a value that is nested deeply is refused, not a crash", () => {
    let value: Value = [];
    for (let level = 0; level < 5_000; level++) value = [value];
    expect(problemsOf({}, value)).toEqual([{ pointer: "#", detail: "is nested too deeply" }]);
  });
});

describe("schemas that are refused", () => {
  test.each<[string, Schema, string]>([
    ["a reference to another document", { $ref: "https://example.com/schema.json" }, "#/%24ref"],
    ["a reference to a relative document", { items: { $ref: "other.json#/a" } }, "#/items/%24ref"],
    ["a dynamic reference to another document", { $dynamicRef: "urn:a" }, "#/%24dynamicRef"],
    ["a reference to nothing", { $ref: "#/$defs/missing" }, "#/%24ref"],
    ["a reference to what is no schema", { enum: [{}], not: { $ref: "#/enum/0" } }, "#/not/%24ref"],
    ["a schema with an address of its own", { $defs: { a: { $id: "urn:a" } } }, "#/%24defs/a/%24id"],
    ["another draft", { $schema: "http://json-schema.org/draft-07/schema#" }, "#/%24schema"],
    ["two anchors of one name", { allOf: [{ $anchor: "a" }, { $anchor: "a" }] }, "#/allOf/1/%24anchor"],
    ["a reference to itself", { $ref: "#" }, "#"],
    [
      "a cycle of references",
      {
        $ref: "#/$defs/a",
        $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { not: { $ref: "#/$defs/a" } } },
      },
      "#",
    ],
    ["a keyword of the wrong type", { properties: { a: { minimum: "5" } } }, "#/properties/a/minimum"],
    ["an unknown type", { type: "text" }, "#/type"],
    ["a list of items as in older drafts", { items: [{}] }, "#/items"],
    ["a broken pattern", { properties: { "a/b": { pattern: "(" } } }, "#/properties/a~1b/pattern"],
    ["a pattern with a backreference", { pattern: "(a)\\1" }, "#/pattern"],
    ["a pattern with a lookahead", { patternProperties: { "(?=a)": {} } }, "#/patternProperties/(%3F%3Da)"],
    ["a pattern that is not of JavaScript", { pattern: "(?i)a" }, "#/pattern"],
    ["a long pattern", { pattern: "a".repeat(1_001) }, "#/pattern"],
    ["a pattern that unfolds", { pattern: "((a{100}){100}){100}" }, "#/pattern"],
    [
      "a property that cannot be checked",
      JSON.parse('{"properties":{"__proto__":{}}}') as Schema,
      "#/properties/__proto__",
    ],
  ])("%s", (_, schema, pointer) => {
    expect(pointers(refusal(schema))).toContain(pointer);
  });

  test("a schema that is nested deeply", () => {
    expect(refusal(nested(62))).toEqual([]);
    expect(refusal(nested(64))[0]?.detail).toBe("The schema is nested deeper than 64 levels.");
    expect(refusal(nested(10_000))[0]?.detail).toBe("The schema is nested deeper than 64 levels.");
  });

  test("a long schema", () => {
    expect(refusal({ const: "x".repeat(65_000) })).toEqual([]);
    expect(refusal({ const: "x".repeat(65_536) })).toEqual([
      { pointer: "#", detail: "The schema is longer than 64 KiB." },
    ]);
  });

  test("a schema of many schemas", () => {
    expect(refusal({ anyOf: Array.from({ length: 999 }, () => ({})) })).toEqual([]);
    expect(refusal({ anyOf: Array.from({ length: 1_000 }, () => ({})) })[0]?.detail).toBe(
      "The schema contains more than 1000 schemas.",
    );
  });

  test("many patterns that are costly together", () => {
    const patterns = Array.from({ length: 20 }, (_, index) => ({ pattern: `^${index}(ab?){900}$` }));
    expect(refusal({ anyOf: patterns })[0]?.detail).toBe(
      "The patterns of the schema are too costly together.",
    );
  });
});

describe("the time of a check is bounded", () => {
  const detail = "takes too many steps to check: make the value smaller, or the schema simpler";
  const TOO_COSTLY = [{ pointer: "#", detail }];

  test("an exponential pattern", () => {
    expect(problemsOf({ pattern: "^(a+)+$" }, `${"a".repeat(100_000)}!`)).toHaveLength(1);
    expect(problemsOf({ pattern: "^(a+)+$" }, "a".repeat(100_000))).toEqual([]);
  });

  test("a long text against a large pattern", () => {
    const problems = problemsOf({ pattern: "^((a{0,30}){0,30}b?)*[cd]$" }, "a".repeat(500_000));
    expect(problems).toEqual(TOO_COSTLY);
  });

  test("references that double at each level", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const next = level === 39 ? { type: "string" } : { $ref: `#/$defs/d${level + 1}` };
        return [`d${level}`, { allOf: [next, next] }];
      }),
    );
    expect(problemsOf({ $ref: "#/$defs/d0", $defs }, "x")).toEqual(TOO_COSTLY);
    expect(problemsOf({ $ref: "#/$defs/d0", $defs }, 1)).toEqual(TOO_COSTLY);
  });

  test("references that double at each level of the value", () => {
    const child = { properties: { a: { $ref: "#" } } };
    let value: Value = {};
    for (let level = 0; level < 40; level++) value = { a: value };
    expect(problemsOf({ allOf: [child, child] }, value)).toEqual(TOO_COSTLY);
  });

  test("many items against a huge enum", () => {
    const allowed = Array.from({ length: 5_000 }, (_, index) => ({ a: index }));
    const items = Array.from({ length: 20_000 }, (_, index) => ({ a: index % 5_000 }));
    expect(problemsOf({ items: { enum: allowed } }, items)).toEqual([]);
  });

  test("many items that have to differ", () => {
    const items = Array.from({ length: 50_000 }, (_, index) => [index]);
    expect(problemsOf({ uniqueItems: true }, items)).toEqual([]);
  });

  test("many wrong items behind a reference end with the first errors", () => {
    const schema = { type: "array", items: { $ref: "#/$defs/name" }, $defs: { name: { type: "string" } } };
    const problems = problemsOf(schema, Array<number>(120_000).fill(0));
    expect(problems).toHaveLength(20);
    expect(problems[19]).toEqual({ pointer: "#/19", detail: "must be string" });
  });

  test("copies of errors are charged where the errors may not count", () => {
    const list = { type: "array", items: { $ref: "#/$defs/name" } };
    const schema = { $ref: "#/$defs/list", $defs: { list, name: { type: "string" } } };
    const wrong = (count: number) => problemsOf(schema, Array<number>(count).fill(0));
    expect(wrong(5_000)[0]).toEqual({ pointer: "#/0", detail: "must be string" });
    expect(wrong(120_000)).toEqual(TOO_COSTLY);
  });

  test("errors do not count where another schema may meet the value", () => {
    const list = (type: string) => ({ items: { type } });
    const items = Array<number>(1_000).fill(0);
    expect(problemsOf({ anyOf: [list("string"), list("number")] }, items)).toEqual([]);
    expect(problemsOf({ not: list("string") }, items)).toEqual([]);
    const inner = { properties: { a: list("string") } };
    const schema: Schema = { ...inner, anyOf: [{ properties: { b: { $ref: "#" } } }, {}] };
    expect(problemsOf(schema, { b: { a: items } })).toEqual([]);
  });

  test("a large constant that is compared many times", () => {
    const zeros = Array<number>(30_000).fill(0);
    const $defs: Record<string, Schema> = { d0: { const: { a: zeros } } };
    for (let level = 1; level <= 12; level++) {
      const before = { $ref: `#/$defs/d${level - 1}` };
      $defs[`d${level}`] = { allOf: [before, before] };
    }
    expect(problemsOf({ $ref: "#/$defs/d4", $defs }, { a: zeros })).toEqual([]);
    expect(problemsOf({ $ref: "#/$defs/d12", $defs }, { a: zeros })).toEqual(TOO_COSTLY);
  });

  test("many names that are missing in many items", () => {
    const required = Array.from({ length: 1_000 }, (_, index) => `name${index}`);
    const items = Array.from({ length: 5_000 }, () => ({}));
    expect(problemsOf({ items: { required } }, items)).toHaveLength(20);
    expect(problemsOf({ anyOf: [{ items: { required } }] }, items)).toEqual(TOO_COSTLY);
  });

  test("a check that was too costly does not spoil the next", () => {
    const compiled = schemas.compile({ pattern: "^((a{0,30}){0,30}b?)*[cd]$" });
    if (compiled.type === "refused") throw new Error("refused");
    expect(compiled.validate("a".repeat(500_000))).toHaveLength(1);
    expect(compiled.validate("aac")).toEqual([]);
  });
});
