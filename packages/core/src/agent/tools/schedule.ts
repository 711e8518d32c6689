import * as v from "valibot";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { NEW_SESSION, type CreateScheduleInput, type Schedule } from "../../domain/schedules/schedule.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";

const optionalText = (most: number, description: string) =>
  v.optional(v.pipe(v.string(), v.maxLength(most), v.description(description)));

const ScheduleArgumentsSchema = v.strictObject({
  action: v.picklist(["create", "list", "delete"]),
  name: optionalText(128, "Of the new schedule: its name in lists."),
  cron: optionalText(256, "Of the new schedule: minute, hour, day of the month, month, day of the week."),
  timezone: optionalText(64, "The IANA time zone of `cron`. Default: UTC."),
  at: optionalText(64, "Of a new schedule without `cron`: its only time, in RFC 3339 and UTC."),
  message: optionalText(100_000, "The message to the agent at each of the times."),
  session: v.optional(
    v.pipe(
      v.picklist(["new", "this"]),
      v.description("Where the message goes: to a new conversation each time (default), or to this one."),
    ),
  ),
  id: optionalText(64, "Of the schedule to delete."),
});
type ScheduleArguments = v.InferOutput<typeof ScheduleArgumentsSchema>;

function toInput(
  { name, cron, timezone, at, message, session }: ScheduleArguments,
  sessionId: string,
): CreateScheduleInput {
  return {
    name: name ?? "",
    ...(cron !== undefined && { cron }),
    ...(timezone !== undefined && { timezone }),
    ...(at !== undefined && { at }),
    turn: { ...(message !== undefined && { message }) },
    session: session === "this" ? sessionId : NEW_SESSION,
    // A conversation takes one message after another.
    overlap: session === "this" ? "queue" : "skip",
  };
}

function line({ id, name, cron, timezone, at, enabled, paused_reason, next_runs_at }: Schedule): string {
  const times = cron === null ? `at ${at}` : `${cron} (${timezone})`;
  const next = enabled ? `next at ${next_runs_at[0]}` : `paused: ${paused_reason}`;
  return `${id} "${name}": ${times}, ${next}`;
}

async function perform(args: ScheduleArguments, { caller, schedules }: ToolContext): Promise<ToolOutcome> {
  if (schedules === undefined) return failure("There are no schedules here.");
  switch (args.action) {
    case "create":
      return { output: `Created ${line(await schedules.create(caller, toInput(args, caller.sessionId)))}` };
    case "list": {
      const all = await schedules.list(caller);
      return { output: all.length === 0 ? "There are no schedules." : all.map(line).join("\n") };
    }
    case "delete":
      if (args.id === undefined) return failure("`id` is required: list the schedules first.");
      await schedules.delete(caller, args.id);
      return { output: `Deleted ${args.id}.` };
  }
}

/** Offered only where the permissions of the config name it. */
export const scheduleTool = tool({
  name: "schedule",
  description:
    "Gives the agent of this workspace work at a later time, or again and again, without anyone present. `create` needs `name`, `message` and either `cron` or `at`; the message has to say everything, since a new conversation knows nothing of this one. `list` shows the schedules of the workspace with their ids, `delete` ends one.",
  isReadOnly: false,
  touchesFiles: false,
  parameters: ScheduleArgumentsSchema,
  subjects: ({ action }) => ({ names: [action] }),
  async run(args, context) {
    try {
      return await perform(args, context);
    } catch (error) {
      if (!DomainError.isInstance(error) || error.code === "internal") throw error;
      const fields = (error.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`);
      return failure([error.detail, ...fields].join("\n"));
    }
  },
});
