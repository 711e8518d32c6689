import * as v from "valibot";

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

const OBJECT_TYPES: ReadonlySet<string> = new Set(["strict_object", "loose_object", "record"]);

/**
 * The path to an array where the schema requires an object, or null. The library accepts arrays as objects, so `[]` would pass as an object
 * with defaults only.
 */
export function arrayForObject(schema: Schema, value: unknown): readonly (string | number)[] | null {
  if (typeof value !== "object" || value === null) return null;
  const plain = unwrapped(schema);
  if (plain.type === "union") {
    const taken = optionsOf(plain).find((option) => v.is(option, value));
    return taken === undefined ? null : arrayForObject(taken, value);
  }
  if (plain.type === "array") {
    return Array.isArray(value) ? firstOf(value.entries(), () => partOf(plain, "item")) : null;
  }
  if (!OBJECT_TYPES.has(plain.type)) return null;
  if (Array.isArray(value)) return [];
  const entries = plain.type === "record" ? null : entriesOf(plain);
  return firstOf(Object.entries(value), (key) => (entries === null ? partOf(plain, "value") : entries[key]));
}

function firstOf<Key extends string | number>(
  parts: Iterable<readonly [Key, unknown]>,
  schemaOf: (key: Key) => Schema | undefined,
): readonly (string | number)[] | null {
  for (const [key, part] of parts) {
    const schema = schemaOf(key);
    const found = schema === undefined ? null : arrayForObject(schema, part);
    if (found !== null) return [key, ...found];
  }
  return null;
}

/** Removes `optional` and `nullable`. A pipe has the type of its first schema. */
function unwrapped(schema: Schema): Schema {
  const inner = partOf(schema, "wrapped");
  return inner === undefined ? schema : unwrapped(inner);
}

function partOf(schema: Schema, name: "wrapped" | "item" | "value"): Schema | undefined {
  const part: unknown = Reflect.get(schema, name);
  return isSchema(part) ? part : undefined;
}

function optionsOf(schema: Schema): readonly Schema[] {
  const options: unknown = Reflect.get(schema, "options");
  return Array.isArray(options) ? options.filter(isSchema) : [];
}

function entriesOf(schema: Schema): Readonly<Record<string, Schema>> {
  const entries: unknown = Reflect.get(schema, "entries");
  const own = typeof entries === "object" && entries !== null ? Object.entries(entries) : [];
  return Object.fromEntries(own.filter((entry): entry is [string, Schema] => isSchema(entry[1])));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}
