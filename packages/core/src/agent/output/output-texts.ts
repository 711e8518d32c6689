import type { JsonSchema } from "../../runtime/json.ts";
import type { OutputCheck } from "../../domain/sessions/output.ts";

/** The result of a call that submits a valid output. */
export const ACCEPTED =
  "The output is valid, and the task ends with it. If a message arrives before that, submit the output again after it.";

/** Sent to a model that has ended without an output. The schema is repeated, since the tool that has it is not offered with this request. */
export const requestOutput = (schema: JsonSchema) =>
  [
    "You have ended without submitting the output of this task. Answer with the output now: with JSON that meets this schema and nothing else. If what you did does not give you its values, do not make them up: say so instead.",
    JSON.stringify(schema),
  ].join("\n");

const listed = ({ problems }: OutputCheck) =>
  problems.map(({ pointer, detail }) => `- ${pointer}: ${detail}`);

/** The result of a call that submits an invalid output. */
export const rejected = (check: OutputCheck) =>
  ["The output is not valid:", ...listed(check), "Correct it and submit it again."].join("\n");

/** Sent to a model whose answer is not a valid output. */
export const requestAgain = (check: OutputCheck) =>
  [
    "Your answer is not a valid output:",
    ...listed(check),
    "Answer with the complete output again: with JSON that meets the schema and nothing else.",
  ].join("\n");
