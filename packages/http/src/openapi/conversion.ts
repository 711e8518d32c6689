import type { ConversionConfig } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { bothOf, patternOf } from "./pattern.ts";

export const COMPONENT_SCHEMAS = "#/components/schemas/";

/** Requests may omit fields that have defaults; responses contain them. */
export type Direction = "request" | "response";

type JsonSchema = ReturnType<NonNullable<ConversionConfig["overrideSchema"]>>;

/** Checks that JSON Schema cannot express. */
const CHECKED_BY_CODE = ["check", "raw_check", "partial_check", "bytes", "min_bytes", "max_bytes"];

/** Settings for converting schemas to JSON Schema. */
export function conversion(direction: Direction): ConversionConfig {
  return {
    target: "draft-2020-12",
    typeMode: direction === "request" ? "input" : "output",
    ignoreActions: CHECKED_BY_CODE,
    overrideRef: ({ referenceId }) => COMPONENT_SCHEMAS + referenceId,
    // The converter supports neither flags nor a second pattern.
    overrideAction: ({ valibotAction: action, jsonSchema }) => {
      const requirement = action.type === "regex" && "requirement" in action ? action.requirement : null;
      const pattern = requirement instanceof RegExp ? patternOf(requirement) : null;
      if (!(requirement instanceof RegExp) || pattern === null) return null;
      // The converter already set the first pattern as in the code.
      const { pattern: earlier = requirement.source } = jsonSchema;
      return { ...jsonSchema, pattern: earlier === requirement.source ? pattern : bothOf(earlier, pattern) };
    },
    overrideSchema: ({ valibotSchema, jsonSchema, referenceMap }) => {
      if (valibotSchema.type === "variant") {
        return { ...jsonSchema, ...discriminator(valibotSchema, (option) => referenceMap.get(option)) };
      }
      const schema =
        valibotSchema.type === "loose_object" ? { ...jsonSchema, additionalProperties: true } : jsonSchema;
      return direction === "response" ? asAnswered(valibotSchema, schema) : schema;
    },
  };
}

/** Responses contain every field that has a default, so these are required and their default is omitted. */
function asAnswered(schema: v.GenericSchema, jsonSchema: NonNullable<JsonSchema>): JsonSchema {
  if (hasDefault(schema)) {
    const { default: _, ...rest } = jsonSchema;
    return rest;
  }
  if (!("entries" in schema)) return jsonSchema;
  const filled = Object.entries(schema.entries as Readonly<Record<string, v.GenericSchema>>)
    .filter(([, entry]) => hasDefault(entry))
    .map(([name]) => name);
  if (filled.length === 0) return jsonSchema;
  const required = new Set([...(jsonSchema.required ?? []), ...filled]);
  return {
    ...jsonSchema,
    required: Object.keys(jsonSchema.properties ?? {}).filter((name) => required.has(name)),
  };
}

function hasDefault(schema: v.GenericSchema): boolean {
  const isOptional =
    schema.type === "optional" || schema.type === "nullish" || schema.type === "exact_optional";
  return isOptional && "default" in schema && schema.default !== undefined;
}

/** The converter only creates `oneOf`. Each option must be a named schema. */
function discriminator(variant: object, nameOf: (option: v.GenericSchema) => string | undefined): object {
  if (!("key" in variant) || !("options" in variant) || !Array.isArray(variant.options)) return {};
  const key = String(variant.key);
  const mapping = (
    variant.options as readonly (v.GenericSchema & { readonly entries: Record<string, unknown> })[]
  ).map((option) => {
    const literal = option.entries[key];
    const value =
      typeof literal === "object" && literal !== null && "literal" in literal ? literal.literal : "";
    return [String(value), `${COMPONENT_SCHEMAS}${nameOf(option) ?? ""}`] as const;
  });
  return { discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } };
}
