import type { JsonSchema, JsonValue } from "../runtime/json.ts";

/** What is wrong with a schema or a value, at a JSON Pointer as a URI fragment, such as `#/items/0`. */
export interface OutputProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** A schema that can be used, or why it cannot. */
export type CompiledOutput =
  | {
      readonly type: "compiled";
      /** What is wrong with a value; empty if it is valid. Takes a bounded time, and never throws for a value. */
      validate(value: JsonValue): readonly OutputProblem[];
    }
  | { readonly type: "refused"; readonly problems: readonly OutputProblem[] };

/**
 * Checks structured output against schemas (JSON Schema, draft 2020-12) of untrusted callers. Refuses a schema over 64 KiB, one that is
 * nested too deeply or refers to anything outside of itself, and patterns whose matching may take long.
 */
export interface OutputSchemas {
  compile(schema: JsonSchema): CompiledOutput;
}
