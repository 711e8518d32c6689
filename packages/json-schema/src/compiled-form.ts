import { isObject } from "./is-object.ts";
import { ANCHORS, ASSERTIONS, REFERENCES, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "./keywords.ts";

/** The keyword that counts how often a schema is applied. Its value is what one application costs. */
export const COST = "x-workspace-agent-cost";

const sizeOf = (value: unknown) =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 1;

function partOf(keyword: string, value: unknown): unknown {
  if (SCHEMAS.has(keyword)) return compiledForm(value);
  if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map(compiledForm);
  if (SCHEMA_MAPS.has(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, compiledForm(schema)]));
  return value;
}

const KNOWN: ReadonlySet<string> = new Set([
  ...ASSERTIONS,
  ...SCHEMAS,
  ...SCHEMA_LISTS,
  ...SCHEMA_MAPS,
  ...REFERENCES,
  ...ANCHORS,
]);

/** A schema as it is compiled: without what asserts nothing, and with the cost of each schema. Pointers into it stay the same. */
export function compiledForm(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([keyword]) => KNOWN.has(keyword));
  // A value is looked up among those of `enum`.
  const cost = entries.reduce((sum, [keyword, value]) => sum + (keyword === "enum" ? 1 : sizeOf(value)), 1);
  return {
    ...Object.fromEntries(entries.map(([keyword, value]) => [keyword, partOf(keyword, value)])),
    [COST]: cost,
  };
}
