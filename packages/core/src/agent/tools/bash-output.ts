import * as v from "valibot";
import type { BackgroundProcess } from "../../background/background-process.ts";
import { shortText } from "../../domain/wire.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";

const MAX_WAIT_SECONDS = 60;

export const BackgroundIdSchema = v.pipe(
  shortText(64),
  v.description("The id that `bash` with `run_in_background` returned."),
);

/** The outcome for an unknown id. */
export function noSuchProcess(id: string, context: ToolContext): ToolOutcome {
  const ids = context.background?.own().map((process) => process.id) ?? [];
  const known = ids.length === 0 ? "There are none at the moment." : `There are ${ids.join(", ")}.`;
  return failure(
    `This session has no background process ${id}. A process ends when the turn is interrupted or the service restarts, and ended processes are forgotten after a while. ${known}`,
  );
}

export function statusOf({ end }: BackgroundProcess): string {
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

export const bashOutputTool = tool({
  name: "bash_output",
  description:
    "Returns what a background process has written since the last call, and its exit code once it has ended. Use `wait_seconds` instead of calling it repeatedly.",
  // Each call continues where the last one ended, so two at once would split the output.
  isReadOnly: false,
  parameters: v.strictObject({
    id: BackgroundIdSchema,
    filter: v.optional(
      v.pipe(
        shortText(1_000),
        v.description(
          "Only lines that contain this text (not a pattern). Other lines are skipped permanently.",
        ),
      ),
    ),
    wait_seconds: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(MAX_WAIT_SECONDS),
        v.description(`How long to wait for new output. Default 0, at most ${MAX_WAIT_SECONDS}.`),
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
      // The time makes repeated calls for a silent process distinguishable.
      `[${id}: ${statusOf(process)}, after ${process.seconds} s]`,
      ...(lost > 0 ? [`[${lost} characters were overwritten before this call]`] : []),
      ...(text === "" ? ["[nothing new]"] : [text.endsWith("\n") ? text.slice(0, -1) : text]),
      ...(waiting > 0 && (filter === undefined || process.end !== null || text !== "")
        ? [`[${waiting} more characters: call again]`]
        : []),
    ];
    return { output: rows.join("\n"), truncated: !isOver && waiting > 0 };
  },
});
