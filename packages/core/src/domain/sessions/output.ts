import * as v from "valibot";
import { DEFAULT_ATTEMPTS, MAX_ATTEMPTS } from "./output-limits.ts";
import { isShallow, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, schemaBytes } from "../validation/bounded-schema.ts";
import { wholeNumber } from "../wire.ts";

/** A JSON Schema that the output of a turn has to meet. The host's `OutputSchemas` checks its content. */
export const OutputSchemaSchema = v.pipe(
  v.looseObject({}),
  v.check(
    (schema) => isShallow(schema),
    `must be JSON that is not nested deeper than ${MAX_SCHEMA_DEPTH} levels`,
  ),
  v.check((schema) => schemaBytes(schema) <= MAX_SCHEMA_BYTES, "must not be longer than 64 KiB"),
  v.description(
    "A JSON Schema (draft 2020-12) of at most 64 KiB, without references to other documents. `format` asserts nothing.",
  ),
);

/** The output that a turn has to give. */
export const TurnOutputSchema = v.strictObject({
  schema: OutputSchemaSchema,
  max_attempts: v.pipe(
    v.optional(wholeNumber(1, MAX_ATTEMPTS), DEFAULT_ATTEMPTS),
    v.description("After so many outputs that do not meet the schema the turn fails."),
  ),
});
export type TurnOutput = v.InferOutput<typeof TurnOutputSchema>;

/** What is wrong with an output. `pointer` is a JSON Pointer into the output as a URI fragment. */
export const OutputProblemSchema = v.strictObject({ pointer: v.string(), detail: v.string() });

/** The note asks for the output: the next answer of the model is the output itself. */
export const OutputRequestedSchema = v.strictObject({ type: v.literal("requested") });
/** The item submits an output, or is the result of the call that does. Without problems it is valid. */
export const OutputCheckedSchema = v.strictObject({
  type: v.literal("checked"),
  problems: v.array(OutputProblemSchema),
  value: v.optional(v.pipe(v.unknown(), v.description("The output, if it is valid."))),
});
export type OutputCheck = v.InferOutput<typeof OutputCheckedSchema>;

/** What an item has to do with the turn's output. */
export const OutputStepSchema = v.variant("type", [OutputRequestedSchema, OutputCheckedSchema]);
export type OutputStep = v.InferOutput<typeof OutputStepSchema>;
