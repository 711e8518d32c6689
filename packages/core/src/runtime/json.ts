/** A JSON value as `JSON.parse` gives it. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON Schema document (draft 2020-12) of an object. */
export type JsonSchema = { readonly [key: string]: unknown };
