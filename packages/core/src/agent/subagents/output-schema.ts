import * as v from "valibot";
import type { OutputSchemas } from "../../ports/output-schemas.ts";
import { malformed, type PreparedCall } from "../run-tool.ts";
import { taskTool, TaskArgumentsSchema } from "../tools/task.ts";

/** The refusal of a `task` call with an `output_schema` that the subagent's output cannot be checked with, or null. */
export function refusedOutputSchema(call: PreparedCall, schemas: OutputSchemas | null): PreparedCall | null {
  if (call.type === "refused" || call.tool !== taskTool || call.isResumed === true) return null;
  const { output_schema: schema } = v.parse(TaskArgumentsSchema, call.args);
  if (schema === undefined) return null;
  if (schemas === null)
    return malformed(
      "This host does not support `output_schema`. Leave it out, and describe the result in the prompt.",
    );
  const compiled = schemas.compile(schema);
  if (compiled.type === "compiled") return null;
  const problems = compiled.problems.map(({ pointer, detail }) => `- ${pointer}: ${detail}`);
  return malformed(["The `output_schema` is not valid:", ...problems].join("\n"));
}
