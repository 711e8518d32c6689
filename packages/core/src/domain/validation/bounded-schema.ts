import { isJson } from "../../runtime/json.ts";
import { byteLength } from "../../runtime/text.ts";

/** The longest JSON Schema of a caller, in bytes of JSON. */
export const MAX_SCHEMA_BYTES = 65_536;
/** Deeper schemas could exhaust the stack of code that walks through them. */
export const MAX_SCHEMA_DEPTH = 64;

export const isShallow = (schema: object) => isJson(schema, MAX_SCHEMA_DEPTH);

/** 0 for a schema that is refused for its depth: the checks of sizes run too. */
export const schemaBytes = (schema: object) => (isShallow(schema) ? byteLength(JSON.stringify(schema)) : 0);
