import { tool, ToolError, type Tool } from "@workspace-agent/core/tools";
import * as v from "valibot";

/** The issue tracker of the host, as far as the agent may use it. */
export interface Tracker {
  /** Returns the number of the ticket. */
  file(ticket: { readonly title: string; readonly severity: string; readonly log: string }): Promise<number>;
}

/** In bytes. */
const MAX_LOG = 1_048_576;

/** A tool that files a ticket with an attached log of the workspace. */
export function fileTicket(tracker: Tracker): Tool {
  return tool({
    name: "file_ticket",
    description: "Files a ticket in the tracker, with a log file of the workspace, and gives its number.",
    parameters: v.strictObject({
      title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      severity: v.picklist(["low", "high"]),
      log: v.pipe(v.string(), v.description("Path of the log, such as /workspace/build.log.")),
    }),
    touchesFiles: false,
    subjects: ({ severity }) => ({ names: [severity] }),
    async run({ title, severity, log }, { files, signal }) {
      const found = await files.read(log, MAX_LOG, signal);
      // The model receives the text of a ToolError. Other errors are logged for the operator.
      if (found.type !== "file") throw new ToolError(`There is no file ${log}.`);
      const text = new TextDecoder().decode(found.bytes);
      return `Filed as #${await tracker.file({ title, severity, log: text })}.`;
    },
  });
}
