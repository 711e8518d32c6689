import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { routesOf } from "../routes/index.ts";
import { toSettings } from "../options/settings.ts";
import { openApiDocument } from "./document.ts";
import { operationsOf, type Content, type Schema } from "../openapi-document.ts";
import { OPERATION_EXAMPLES } from "../examples/operations.ts";
import { SCHEMA_EXAMPLES } from "../examples/schemas.ts";

const settings = toSettings({});
const document = openApiDocument(routesOf(settings), settings, "1.0.0");
const operations = operationsOf(document);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "https://a.test/openapi", ...document });

const validators = new Map<string, ValidateFunction>();

/** What the schema, whose references are those of the document, says against a value. */
function faults(schema: Schema, value: unknown): readonly unknown[] {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"https://a.test/openapi#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
  validators.set(text, validate);
  validate(value);
  return validate.errors ?? [];
}

function contentsOf(operation: (typeof operations)[number]): readonly (readonly [string, Content])[] {
  const { operationId, requestBody, responses } = operation;
  return [
    ...(requestBody === undefined ? [] : [[`${operationId} request`, requestBody.content] as const]),
    ...Object.entries(responses).map(
      ([status, { content = {} }]) => [`${operationId} ${status}`, content] as const,
    ),
  ];
}

const examples = operations.flatMap((operation) =>
  contentsOf(operation).flatMap(([place, content]) =>
    Object.entries(content).flatMap(([type, { schema, examples = {} }]) =>
      Object.entries(examples).map(
        ([name, { value }]) => [`${place} ${type} ${name}`, schema, value] as const,
      ),
    ),
  ),
);

describe("the examples of the document", () => {
  test("are what their schemas accept", () => {
    expect(examples.length).toBeGreaterThan(200);
    for (const [place, schema, value] of examples) expect(faults(schema, value), place).toEqual([]);
  });

  test("of schemas are what those schemas accept, and belong to one", () => {
    for (const [name, value] of Object.entries(SCHEMA_EXAMPLES)) {
      const schema = document.components.schemas[name];
      expect(schema, name).toHaveProperty("examples", [value]);
      expect(faults({ $ref: `#/components/schemas/${name}` }, value), name).toEqual([]);
    }
  });

  test("of parameters and headers are what their schemas accept", () => {
    const parameters = operations.flatMap(({ parameters }) => parameters);
    for (const { schema } of [...parameters, ...Object.values(document.components.headers)]) {
      const { examples = [] } = schema as { readonly examples?: readonly unknown[] };
      for (const example of examples) expect(faults(schema, example)).toEqual([]);
    }
  });

  test("of operations belong to operations, statuses and media types that there are", () => {
    const places = new Set(examples.map(([place]) => place));
    for (const [id, { request = {}, responses = {} }] of Object.entries(OPERATION_EXAMPLES)) {
      for (const [place, types] of [["request", request] as const, ...Object.entries(responses)]) {
        for (const [type, named] of Object.entries(types)) {
          for (const name of Object.keys(named)) expect(places).toContain(`${id} ${place} ${type} ${name}`);
        }
      }
    }
  });

  test("show each operation that takes JSON a body", () => {
    for (const { operationId, requestBody } of operations) {
      const media = requestBody?.content["application/json"];
      if (media === undefined) continue;
      const name =
        /\w+$/.exec(typeof media.schema["$ref"] === "string" ? media.schema["$ref"] : "")?.[0] ?? "";
      expect(media.examples ?? document.components.schemas[name]?.["examples"], operationId).toBeDefined();
    }
  });
});
