import { toJsonSchemaDefs, type ConversionConfig } from "@valibot/to-json-schema";
import type * as v from "valibot";
import type { Schema } from "./document-types.ts";

const COMPONENTS = "#/components/schemas/";

/** How wire schemas become JSON Schema: what only code can check is left out, the rest is exact. */
const conversion: ConversionConfig = {
  target: "draft-2020-12",
  ignoreActions: ["check"],
  overrideRef: ({ referenceId }) => COMPONENTS + referenceId,
  // JSON Schema patterns are read with the `u` flag anyway; the converter refuses every flag.
  overrideAction: ({ valibotAction, jsonSchema }) =>
    valibotAction.type === "regex" &&
    "requirement" in valibotAction &&
    valibotAction.requirement instanceof RegExp &&
    valibotAction.requirement.flags === "u"
      ? { ...jsonSchema, pattern: valibotAction.requirement.source }
      : null,
  overrideSchema: ({ valibotSchema, jsonSchema, referenceMap }) =>
    valibotSchema.type === "variant"
      ? { ...jsonSchema, ...discriminator(valibotSchema, (option) => referenceMap.get(option)) }
      : null,
};

type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/** The converter gives `oneOf` alone. Each option has to be a named schema. */
function discriminator(variant: object, nameOf: (option: AnySchema) => string | undefined): object {
  if (!("key" in variant) || !("options" in variant) || !Array.isArray(variant.options)) return {};
  const key = String(variant.key);
  const mapping = (
    variant.options as readonly (AnySchema & { readonly entries: Record<string, unknown> })[]
  ).map((option) => {
    const literal = option.entries[key];
    const value =
      typeof literal === "object" && literal !== null && "literal" in literal ? literal.literal : "";
    return [String(value), `${COMPONENTS}${nameOf(option) ?? ""}`] as const;
  });
  return { discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } };
}

export interface ConvertedSchemas {
  readonly components: Readonly<Record<string, Schema>>;
  /** A schema as it stands in the document: a reference where it has a name. */
  of(schema: AnySchema): Schema;
}

/** Converts named schemas, of which only those that are used stay, and inline ones, all at once. */
export function convertSchemas(
  named: Readonly<Record<string, AnySchema>>,
  inline: readonly AnySchema[],
): ConvertedSchemas {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const unnamed = [...new Set(inline)].filter((schema) => !names.has(schema));
  const keys = new Map(unnamed.map((schema, index) => [schema, `inline-${index}`]));
  // A copy of each: the schema itself may stand inside another, where it has no name to be referred to by.
  const copies = Object.fromEntries([...keys].map(([schema, key]) => [key, { ...schema }]));
  const definitions = { ...named, ...copies };
  const converted = toJsonSchemaDefs(definitions, conversion) as Record<string, Schema>;
  const of = (schema: AnySchema): Schema => {
    const name = names.get(schema);
    return name === undefined ? (converted[keys.get(schema) ?? ""] ?? {}) : { $ref: COMPONENTS + name };
  };
  return { components: usedComponents(converted, named, inline.map(of)), of };
}

/** The components that the document reaches, in the order of their naming. */
function usedComponents(
  converted: Readonly<Record<string, Schema>>,
  named: Readonly<Record<string, unknown>>,
  roots: readonly Schema[],
): Readonly<Record<string, Schema>> {
  const used = new Set<string>();
  const visit = (schema: unknown) => {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(converted[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(
    Object.keys(named)
      .filter((name) => used.has(name))
      .map((name) => [name, converted[name] ?? {}]),
  );
}
