import { format } from "prettier";
import { beforeAll, describe, expect, test } from "vitest";
import { validateBody } from "../packages/core/src/domain/validation/validate-body.ts";
import { ConfigInputSchema, type ConfigInput } from "../packages/core/src/domain/workspaces/config.ts";
import { testApi } from "../packages/http/src/test-api.test-support.ts";
import {
  nameOf,
  typeOf,
  type Described,
  type Notation,
} from "../packages/http/src/pages/reference/describe.ts";
import { CONFIG_NOTES, type FieldNotes } from "./config-notes.ts";

interface Schema extends Described {
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

interface Row {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The schema with what it refers to. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...schemas[nameOf($ref)], ...own };
}

/** The fields below a field. A schema that allows any other field, such as a JSON Schema, is not described. */
function below({ path, schema }: Row, schemas: Schemas): readonly Row[] {
  const { properties, additionalProperties, items, anyOf = [], required = [] } = schema;
  const options = anyOf.flatMap((option) =>
    below({ path, schema: resolved(option, schemas), isRequired: false }, schemas),
  );
  const inItems =
    items === undefined
      ? []
      : below({ path: `${path}[]`, schema: resolved(items, schemas), isRequired: false }, schemas);
  const inMap =
    typeof additionalProperties === "object" && properties === undefined
      ? rowsOf(`${path}.NAME`, additionalProperties, false, schemas)
      : [];
  const named =
    additionalProperties === false
      ? Object.entries(properties ?? {}).flatMap(([name, field]) =>
          rowsOf(`${path}.${name}`, field, required.includes(name), schemas),
        )
      : [];
  return [...options, ...inItems, ...inMap, ...named];
}

function rowsOf(path: string, field: Schema, isRequired: boolean, schemas: Schemas): readonly Row[] {
  const row = { path, schema: resolved(field, schemas), isRequired };
  return [row, ...below(row, schemas)];
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

/** A type, with the types that it names in place of their names. */
function typeIn(schema: Schema, schemas: Schemas): string {
  const notation: Notation = {
    code: (text) => `\`${text}\``,
    named: (name) => typeIn(schemas[name] ?? {}, schemas),
  };
  return typeOf(schema, notation);
}

const count = (value: number) => value.toLocaleString("en");

function range(unit: string, min: number | undefined, max: number | undefined): readonly string[] {
  if (max === undefined || max === Number.MAX_SAFE_INTEGER)
    return min === undefined ? [] : [`at least ${count(min)}${unit}`];
  return [`${min === undefined ? "at most" : `${count(min)} to`} ${count(max)}${unit}`];
}

function boundsOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { anyOf = [], items } = schema;
  const ofOptions = anyOf.flatMap((option) => {
    const each = resolved(option, schemas);
    return each.type === "string" ? boundsOf(each, schemas) : [];
  });
  const ofItems = items === undefined ? [] : boundsOf(resolved(items, schemas), schemas);
  return [
    ...range("", schema.minimum, schema.maximum),
    ...range(" characters", schema.minLength, schema.maxLength),
    ...range(" entries", undefined, schema.maxItems ?? schema.maxProperties),
    ...ofItems.map((bound) => `each ${bound}`),
    ...ofOptions,
  ];
}

function line({ path, schema, isRequired }: Row, notes: FieldNotes, schemas: Schemas): string {
  const preset = schema.default === undefined ? (isRequired ? "required" : "") : code(schema.default);
  const cells = [
    `\`${path}\``,
    typeIn(schema, schemas),
    preset,
    boundsOf(schema, schemas).join(", "),
    notes.fields[path] ?? "",
  ];
  return `| ${cells.join(" | ")} |`;
}

const HEAD = `<!-- Made by pnpm generate:pages from the schema of a config and tests/config-notes.ts; not edited. -->

# The config of a workspace

With this page you set what the agent of a workspace may use. \`PUT /api/workspaces/{id}/config\` replaces the config: omitted fields get their defaults. The \`config\` of \`POST /api/workspaces\` and of a template names only what differs; it replaces the top-level fields that it names. In process, these are \`service.workspaces.putConfig\` and \`create\`.

A field that is not valid is 400 \`invalid_request\`, and one beyond the \`policy\` of the host is 403 \`not_allowed\`. Both name the field by a JSON Pointer. A change of \`sandbox\` applies at once, any other at the latest with the next turn.`;

const names = Object.keys(CONFIG_NOTES) as (keyof ConfigInput)[];
let schemas: Schemas = {};
let rows: ReadonlyMap<string, readonly Row[]> = new Map();

beforeAll(async () => {
  await using api = await testApi();
  const { json } = await api.call("GET", "/api/docs/openapi.json");
  ({ schemas } = (json as { readonly components: { readonly schemas: Schemas } }).components);
  const { properties = {} } = schemas["ConfigInput"] ?? {};
  const fields = Object.entries(properties);
  rows = new Map(fields.map(([name, field]) => [name, rowsOf(name, field, false, schemas)]));
});

describe("the page of configs", () => {
  test("has each field of the schema, and no other", () => {
    expect([...rows.keys()]).toEqual(Object.keys(ConfigInputSchema.entries));
    for (const [name, fields] of rows) {
      const described = CONFIG_NOTES[name as keyof ConfigInput].fields;
      expect(Object.keys(described)).toEqual(fields.map(({ path }) => path));
    }
  });

  test.each(names)("has an example of %s that a config may have", (name) => {
    const example = { [name]: CONFIG_NOTES[name].example };
    expect(validateBody(ConfigInputSchema, example)).toMatchObject({ [name]: expect.anything() as unknown });
  });

  test("is up to date (else: pnpm generate:pages)", async () => {
    const sections = names.map((name) => {
      const notes = CONFIG_NOTES[name];
      const table = [
        "| Field | Type | Default | Bounds | Meaning |",
        "| --- | --- | --- | --- | --- |",
        ...(rows.get(name) ?? []).map((row) => line(row, notes, schemas)),
      ];
      const example = ["```json", JSON.stringify({ [name]: notes.example }), "```"];
      return [`## ${name}`, notes.about, table.join("\n"), example.join("\n")].join("\n\n");
    });
    const text = await format([HEAD, ...sections].join("\n\n"), { parser: "markdown", printWidth: 110 });
    await expect(text).toMatchFileSnapshot("../docs/config.md");
  });
});
