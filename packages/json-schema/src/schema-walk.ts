import { isObject } from "./is-object.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "./keywords.ts";

/** The keys that lead from the root of a schema to one of its parts. */
export type Path = readonly (string | number)[];

/** A schema, or one within it. */
export interface Subschema {
  readonly path: Path;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The schemas that a keyword of a schema holds, with their keys below it. */
export function schemasIn(keyword: string, value: unknown): readonly [Path, unknown][] {
  if (SCHEMAS.has(keyword)) return [[[keyword], value]];
  if (SCHEMA_LISTS.has(keyword) && Array.isArray(value))
    return value.map((schema: unknown, index) => [[keyword, index], schema]);
  if (SCHEMA_MAPS.has(keyword) && isObject(value))
    return Object.entries(value).map(([name, schema]) => [[keyword, name], schema]);
  return [];
}

/** A schema and all that it contains. `true` and `false` are left out. */
export function* subschemas(schema: unknown, path: Path = []): Generator<Subschema, void> {
  if (!isObject(schema)) return;
  yield { path, schema };
  for (const [keyword, value] of Object.entries(schema))
    for (const [keys, inner] of schemasIn(keyword, value)) yield* subschemas(inner, [...path, ...keys]);
}
