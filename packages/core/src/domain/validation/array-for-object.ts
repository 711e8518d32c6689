import * as v from "valibot";

/** What a schema of the library may have inside, by its type. A pipe is like its first schema. */
interface Schema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>> {
  /** Of `optional` and `nullable`. */
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly value?: Schema;
}

const OBJECT_TYPES: ReadonlySet<string> = new Set(["strict_object", "loose_object", "record"]);

/**
 * The path to an array where the schema requires an object, or null. The library accepts arrays as objects, so `[]` would pass as an object
 * with defaults only.
 */
export function arrayForObject(schema: Schema, value: unknown): readonly (string | number)[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (schema.wrapped !== undefined) return arrayForObject(schema.wrapped, value);
  if (schema.type === "union") {
    const taken = schema.options?.find((option) => v.is(option, value));
    return taken === undefined ? null : arrayForObject(taken, value);
  }
  if (schema.type === "array")
    return Array.isArray(value) ? firstOf(value.entries(), () => schema.item) : null;
  if (!OBJECT_TYPES.has(schema.type)) return null;
  if (Array.isArray(value)) return [];
  const { entries } = schema;
  return firstOf(Object.entries(value), (key) => (entries === undefined ? schema.value : entries[key]));
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
