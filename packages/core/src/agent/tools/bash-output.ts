import * as v from "valibot";
import type { BackgroundProcess } from "../../background/background-process.ts";
import { defineTool, failure, type ToolContext, type ToolOutcome } from "../tool.ts";

const MAX_WAIT_SECONDS = 60;

export const BackgroundIdSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description("What `bash` with `run_in_background` gave."),
);

/** Why there is no such process. */
export function noSuchProcess(id: string, context: ToolContext): ToolOutcome {
  const ids = context.background?.own().map((process) => process.id) ?? [];
  const known = ids.length === 0 ? "There are none now." : `There are ${ids.join(", ")}.`;
  return failure(
    `This session has no background process ${id}. A process ends when the turn is interrupted or the service restarts, and one that has ended is forgotten in time. ${known}`,
  );
}

export function standingOf({ end }: BackgroundProcess): string {
  switch (end?.type) {
    case undefined:
      return "running";
    case "exited":
      return `ended with exit code ${end.exitCode}`;
    case "killed":
      return "killed";
    case "too_long":
      return "killed: it ran longer than 30 minutes";
    case "disk_full":
      return "killed: the workspace's files take more than its disk_mb";
    case "failed":
      return "ended: its sandbox failed";
  }
}

export const bashOutputTool = defineTool({
  name: "bash_output",
  description:
    "Gives what a background process has written since the last look, and its exit code once it has ended. Use `wait_seconds` instead of looking again and again.",
  // A look moves the place where the next one begins: two at once would share the news between them.
  isReadOnly: false,
  parameters: v.strictObject({
    id: BackgroundIdSchema,
    filter: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(1_000),
        v.description(
          "Only lines that hold this text, which is no pattern. The others are passed over for good.",
        ),
      ),
    ),
    wait_seconds: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(MAX_WAIT_SECONDS),
        v.description(
          `How long to wait where there is nothing new yet. Default 0, at most ${MAX_WAIT_SECONDS}.`,
        ),
      ),
    ),
  }),
  subjects: ({ id }) => ({ names: [id] }),
  async run({ id, filter, wait_seconds = 0 }, context): Promise<ToolOutcome> {
    const process = context.background?.find(id) ?? null;
    if (process === null) return noSuchProcess(id, context);
    const { text, lost, waiting } = await process.look(filter, wait_seconds * 1000, context.signal);
    const isOver = process.end !== null && waiting === 0;
    const rows = [
      // The time tells one look at a silent process from the next.
      `[${id}: ${standingOf(process)}, after ${process.seconds} s]`,
      ...(lost > 0 ? [`[${lost} characters were overwritten before this look]`] : []),
      ...(text === "" ? ["[nothing new]"] : [text.endsWith("\n") ? text.slice(0, -1) : text]),
      ...(waiting > 0 && (filter === undefined || process.end !== null || text !== "")
        ? [`[${waiting} more characters: look again]`]
        : []),
    ];
    return { output: rows.join("\n"), truncated: !isOver && waiting > 0 };
  },
});
