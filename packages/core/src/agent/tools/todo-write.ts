import * as v from "valibot";
import { tool } from "../make-tool.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { trimmedText } from "./text-argument.ts";

const MAX_TODOS = 100;

const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;

const TodoSchema = v.strictObject({
  content: v.pipe(trimmedText(500), v.description("What to do.")),
  status: v.picklist(["pending", "in_progress", "completed"]),
});

/** The list is stored only in the log, as the last call. */
export const todoWriteTool = tool({
  name: "todo_write",
  description:
    "Writes the to-do list of a task with several steps, so that nothing is forgotten. Give the complete list each time, with at most one entry `in_progress`, and mark an entry `completed` as soon as it is done.",
  isReadOnly: true,
  parameters: v.strictObject({
    todos: v.pipe(v.array(TodoSchema), v.maxLength(MAX_TODOS), v.description("The complete list, in order.")),
  }),
  subjects: () => ({ names: [] }),
  async run({ todos }): Promise<ToolOutcome> {
    const active = todos.filter(({ status }) => status === "in_progress").length;
    if (active > 1)
      return failure(`${active} entries are in_progress. Only one may be: write the list again.`);
    const rows = todos.map(({ content, status }) => `${MARKS[status]} ${content.replaceAll(/\s+/g, " ")}`);
    const done = todos.filter(({ status }) => status === "completed").length;
    return { output: [`${done} of ${todos.length} done.`, ...rows].join("\n") };
  },
});
