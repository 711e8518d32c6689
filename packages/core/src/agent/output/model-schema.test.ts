import { expect, it } from "vitest";
import { modelForm } from "./model-schema.ts";

const reference = { $ref: "#/$defs/x" };
const below = { $ref: "#/properties/value/$defs/x" };

it.each(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"])(
  "moves the references of schemas in %s, whatever their names",
  (keyword) => {
    const names = ["default", "const", "enum", "examples", "$ref", "y"];
    const named = (schema: unknown) => Object.fromEntries(names.map((name) => [name, schema]));
    const { schema } = modelForm({ type: "array", items: { [keyword]: named(reference) } });
    expect(schema).toMatchObject({ properties: { value: { items: { [keyword]: named(below) } } } });
  },
);

it.each(["default", "const", "enum", "examples"])("leaves the data of %s as it is", (keyword) => {
  const { schema } = modelForm({ type: "array", items: { [keyword]: [reference] } });
  expect(schema).toMatchObject({ properties: { value: { items: { [keyword]: [reference] } } } });
});
