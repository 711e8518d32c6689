import { mapValues } from "../map-values.ts";
import type { Schema } from "../openapi-document.ts";

const INT32 = 2 ** 31 - 1;

/** Simplifies a converted schema: no empty lists, `null` as a type, formats for numbers. */
export function polish(schema: Schema): Schema {
  return withNullType(withFormat(withoutNoise(mapSchemas(schema, polish))));
}

/** Applies `change` to each schema directly below. Values such as `enum` and `default` are not changed. */
function mapSchemas(schema: Schema, change: (below: Schema) => Schema): Schema {
  const changed = (below: unknown) => (isSchema(below) ? change(below) : below);
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    switch (keyword) {
      case "properties":
        return [keyword, isSchema(value) ? mapValues(value, changed) : value];
      case "items":
      case "additionalProperties":
      case "propertyNames":
      case "not":
        return [keyword, changed(value)];
      case "anyOf":
      case "oneOf":
      case "allOf":
      case "prefixItems":
        return [keyword, Array.isArray(value) ? value.map((below: Schema) => change(below)) : value];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(entries);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withoutNoise(schema: Schema): Schema {
  const noisy = ([keyword, value]: readonly [string, unknown]) =>
    (keyword === "required" && Array.isArray(value) && value.length === 0) ||
    (keyword === "propertyNames" && JSON.stringify(value) === '{"type":"string"}');
  return Object.fromEntries(Object.entries(schema).filter((entry) => !noisy(entry)));
}

function withFormat(schema: Schema): Schema {
  if (schema["format"] !== undefined) return schema;
  if (schema["type"] === "number") return { ...schema, format: "double" };
  if (schema["type"] !== "integer") return schema;
  const { minimum, maximum } = schema;
  const isShort =
    typeof maximum === "number" && maximum <= INT32 && (typeof minimum !== "number" || minimum >= -INT32);
  return { ...schema, format: isShort ? "int32" : "int64" };
}

/** Merges `anyOf` of a plain type and null into one type. */
function withNullType(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as readonly Schema[];
  if (value === undefined || none?.["type"] !== "null") return schema;
  if (typeof value["type"] !== "string" || "enum" in value || "const" in value) return schema;
  return { ...value, ...rest, type: [value["type"], "null"] };
}
