import { MAX_OUTPUT_BYTES, SUBMIT_OUTPUT } from "../../domain/sessions/output-limits.ts";
import type { OutputCheck, TurnOutput } from "../../domain/sessions/output.ts";
import type { OutputSchemas } from "../../ports/output-schemas.ts";
import { isJson, type JsonSchema, type JsonValue } from "../../runtime/json.ts";
import { byteLength } from "../../runtime/text.ts";
import { tool } from "../make-tool.ts";
import { redactJson } from "../redact-arguments.ts";
import { failure, type Tool } from "../tool.ts";
import { bareJson } from "./bare-json.ts";
import { modelForm } from "./model-schema.ts";

/** The output that a turn has to give. */
export interface RequiredOutput {
  readonly maxAttempts: number;
  /** As models get it: of an object. */
  readonly schema: JsonSchema;
  /** By which the agent submits it. `ToolRunner` checks the call itself. */
  readonly tool: Tool;
  /** Checks what the model wrote, without the secrets in it. */
  check(written: string): OutputCheck;
}

/** An output that is not valid for one reason. */
export const invalid = (detail: string): OutputCheck => ({
  type: "checked",
  problems: [{ pointer: "#", detail }],
});

/** `redact` takes secrets out of a text. Throws an `Error` if this host, unlike the one that accepted the turn, cannot check its output. */
export function requiredOutput(
  { schema, max_attempts }: TurnOutput,
  schemas: OutputSchemas | null,
  redact: (text: string) => string,
): RequiredOutput {
  const compiled = schemas?.compile(schema);
  if (compiled?.type !== "compiled")
    throw new Error("This host cannot check the output of the turn: the option `outputSchemas` is missing.");
  const form = modelForm(schema);
  return {
    maxAttempts: max_attempts,
    schema: form.schema,
    tool: tool({
      name: SUBMIT_OUTPUT,
      description:
        "Submits the output of this task, which has to meet the schema of the arguments. Call it once, when the work is done: a valid output ends the task. If the output is not valid, the result says what is wrong.",
      parameters: form.schema,
      isReadOnly: true,
      run: () => failure("The output was not checked."),
    }),
    check(written) {
      if (byteLength(written) > MAX_OUTPUT_BYTES)
        return invalid(`is longer than ${MAX_OUTPUT_BYTES / 1024} KiB`);
      let value: JsonValue;
      try {
        const read = JSON.parse(bareJson(written)) as JsonValue;
        // JavaScript reads `1e400` as infinity, and would write it as null.
        if (!isJson(read, Infinity)) return invalid("has a number that is too large");
        value = redactJson(form.outputOf(read), redact) as JsonValue;
      } catch (error) {
        return invalid(error instanceof RangeError ? "is nested too deeply" : "is not JSON");
      }
      const problems = compiled.validate(value);
      return problems.length > 0
        ? { type: "checked", problems: [...problems] }
        : { type: "checked", problems: [], value };
    },
  };
}
