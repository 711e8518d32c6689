import { isObject } from "./is-object.ts";
import { ANCHORS, ASSERTIONS, REFERENCES, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "./keywords.ts";

/** The keyword that counts how often a schema is applied. Its value is what one application costs. */
export const COST = "x-workspace-agent-cost";

/** A name that is missing makes an error, which costs more than a comparison. */
const NAME_COST = 8;

function costOf(keyword: string, value: unknown): number {
  // What they compare is charged when they do.
  if (keyword === "enum" || keyword === "const") return 1;
  if (keyword === "required" && Array.isArray(value)) return NAME_COST * value.length;
  if (keyword === "dependentRequired" && isObject(value))
    return NAME_COST * Object.values(value).flat().length;
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 1;
}

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
  const cost = entries.reduce((sum, [keyword, value]) => sum + costOf(keyword, value), 1);
  return {
    ...Object.fromEntries(entries.map(([keyword, value]) => [keyword, partOf(keyword, value)])),
    [COST]: cost,
  };
}
