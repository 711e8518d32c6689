import * as v from "valibot";
import { OutputSchemaSchema } from "../../domain/sessions/output.ts";
import { tool } from "../make-tool.ts";
import { failure } from "../tool.ts";
import { trimmedText } from "./text-argument.ts";

const MAX_PROMPT = 100_000;

export const TaskArgumentsSchema = v.strictObject({
  description: v.pipe(trimmedText(200), v.description("The task in three to ten words: its name in lists.")),
  prompt: v.pipe(
    trimmedText(MAX_PROMPT),
    v.description("The complete task: what to do, what is known about it, and what to report."),
  ),
  output_schema: v.optional(
    v.pipe(
      OutputSchemaSchema,
      v.description(
        "A JSON Schema, if the result has to be JSON that meets it. The call fails if the subagent gives no such result.",
      ),
    ),
  ),
});
export type TaskArguments = v.InferOutput<typeof TaskArgumentsSchema>;

/** Delegates a task to a subagent. `SubagentCalls` runs it, because unlike other calls it survives a restart. */
export const taskTool = tool({
  name: "task",
  description: [
    "Delegates a task to a subagent that works independently in the same workspace, with the same tools except this one, and returns its final message.",
    "It sees nothing of this conversation and you see nothing of its work: write everything it needs into the prompt, and say what to report.",
    "Use it for work that takes many steps of which only the result matters, such as a search through many files.",
    "Several calls in one answer run in parallel, up to four at a time; give them parts that do not touch the same files.",
    "What it uses counts towards the limits of this turn.",
  ].join(" "),
  isReadOnly: false,
  parameters: TaskArgumentsSchema,
  subjects: ({ description }) => ({ names: [description] }),
  async run() {
    return failure("There are no subagents here.");
  },
});
