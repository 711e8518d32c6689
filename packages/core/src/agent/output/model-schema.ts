import { isObject, type JsonSchema, type JsonValue } from "../../runtime/json.ts";

/** Keywords beside `type: "object"` with which providers refuse a schema as that of a tool's arguments. */
const NOT_AT_THE_ROOT = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "const",
  "else",
  "enum",
  "if",
  "not",
  "oneOf",
  "then",
];
/** Keywords whose value is data, in which `$ref` is no reference. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);
/** Keywords whose value has schemas by names of the caller. */
const NAMED: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);
const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef"]);

const mapped = (value: Readonly<Record<string, unknown>>, map: (key: string, inner: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(key, inner)]));

/** A schema one level below another, with its references to its own root. */
function moved(value: unknown, root: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => moved(inner, root));
  if (!isObject(value)) return value;
  return mapped(value, (key, inner) => {
    if (REFERENCES.has(key) && typeof inner === "string" && /^#(\/|$)/.test(inner))
      return `${root}${inner.slice(1)}`;
    if (NAMED.has(key) && isObject(inner)) return mapped(inner, (_, schema) => moved(schema, root));
    return DATA.has(key) ? inner : moved(inner, root);
  });
}

/** An output as models write it: providers accept only objects as arguments, so that any other value is the only member of one. */
interface ModelForm {
  readonly schema: JsonSchema;
  /** The output in what the model wrote. */
  outputOf(written: JsonValue): JsonValue;
}

function isWrapped(value: JsonValue): value is { readonly value: JsonValue } {
  return isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, "value");
}

export function modelForm({ $schema: _, $id: __, ...schema }: JsonSchema): ModelForm {
  const isPlain = schema["type"] === "object" && !NOT_AT_THE_ROOT.some((key) => Object.hasOwn(schema, key));
  if (isPlain) return { schema, outputOf: (written) => written };
  return {
    schema: {
      type: "object",
      properties: { value: moved(schema, "#/properties/value") },
      required: ["value"],
      additionalProperties: false,
    },
    outputOf: (written) => (isWrapped(written) ? written.value : written),
  };
}
