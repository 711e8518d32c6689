import type { Schedule, ScheduleRun, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type JsonFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { CommandError, EXIT } from "../exit-codes.ts";
import { printDeleted, printDetails, printList, printMade, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";
import { fieldsOf, utcTime, withSchedule, type ScheduleFlags } from "../schedule-options.ts";

const EXAMPLES = `
Examples:
  workspace-agent schedules --workspace notes
  workspace-agent schedules create nightly "Run the tests and fix what fails." -w notes --cron "0 4 * * *" --timezone Europe/Berlin
  workspace-agent schedules create once "Send the report." -w notes --at 2026-12-24T16:00:00Z
  workspace-agent schedules run nightly -w notes
  workspace-agent schedules runs nightly -w notes --limit 5
  workspace-agent schedules pause nightly -w notes`;

const ALL = "/api/workspaces/{id}/schedules";
const ONE = "/api/workspaces/{id}/schedules/{schedule_id}";

/** Finds a schedule by id or name. Names may occur twice. */
async function findSchedule(client: WorkspaceAgentClient, id: string, given: string): Promise<Schedule> {
  if (/^sch_\w+$/.test(given)) return await client.get(ONE, { params: { path: { id, schedule_id: given } } });
  const named: Schedule[] = [];
  for await (const schedule of client.list(ALL, { params: { path: { id }, query: { limit: 200 } } }))
    if (schedule.name === given) named.push(schedule);
  const [found, ...others] = named;
  if (found === undefined) throw new CommandError(`There is no schedule named ${JSON.stringify(given)}.`);
  if (others.length > 0)
    throw new CommandError(`${named.length} schedules have this name. Use an id: see \`schedules --json\`.`);
  return found;
}

const COLUMNS = {
  head: ["id", "name", "when", "next", "last"],
  row: ({ id, name, cron, timezone, at, enabled, paused_reason, next_runs_at, last_run }: Schedule) => {
    const times = cron === null ? `at ${at}` : `${cron} ${timezone}`;
    const next = enabled ? (next_runs_at[0] ?? "") : `paused: ${paused_reason}`;
    const last = last_run === null ? "" : (last_run.turn_status ?? last_run.outcome);
    return [id, cleanLine(name, 40), cleanLine(times, 60), next, last];
  },
};

const RUN_COLUMNS = {
  head: ["time", "trigger", "outcome", "turn", "session"],
  row: ({ scheduled_at, trigger, outcome, turn_status, session_id, problem }: ScheduleRun) => {
    const why = cleanLine(problem?.detail ?? "", 80);
    return [scheduled_at, trigger, outcome, turn_status ?? "", session_id ?? why];
  },
};

export function addSchedules(program: Command, context: Context): void {
  const schedules = withJson(withWorkspace(program.command("schedules")))
    .summary("list, create, change, run and pause schedules")
    .description("List the schedules of a workspace, with their next time and the state of the last run.")
    .addHelpText("after", EXAMPLES)
    .action(async (_flags: object, command: Command) => {
      const { client, id } = await inWorkspace(context, command);
      const list = client.list(ALL, { params: { path: { id }, query: { limit: 200 } } });
      await printList(context, list, COLUMNS, command.opts<ListFlags>());
    });

  /** A command about one schedule. The workspace may be given before or after its name. */
  const onOne = (name: string, description: string) =>
    withJson(withWorkspace(schedules.command(name)))
      .description(description)
      .argument("<schedule>", "the name or id");
  const found = async (given: string, command: Command) => {
    const { client, id } = await inWorkspace(context, command);
    const schedule = await findSchedule(client, id, given);
    return { client, schedule, path: { id, schedule_id: schedule.id } };
  };
  /** Writes a line for people, or with `--json` the object. */
  const say = (text: string, value: object, command: Command) => {
    const { json } = command.opts<JsonFlag>();
    context.output.out(json === undefined ? text : jsonLine(value));
  };

  withSchedule(withJson(withWorkspace(schedules.command("create"))))
    .description("Create a schedule and print its id.")
    .argument("<name>")
    .argument("<task>", "the message to the agent at each of the times")
    .action(async (name: string, message: string, flags: ScheduleFlags, command: Command) => {
      if ((flags.cron === undefined) === (flags.at === undefined))
        throw new CommandError("Use either --cron or --at.", EXIT.usage);
      const body = { name, turn: { message }, ...fieldsOf(flags) };
      const { client, id } = await inWorkspace(context, command);
      const made = await client.post(ALL, { params: { path: { id } }, body });
      printMade(context, made, command.opts<JsonFlag>().json);
    });
  withSchedule(onOne("update", "Change a schedule, and show it. Other options stay as they are."))
    .option("--name <name>", "the new name")
    .option("--task <message>", "the new message to the agent")
    .action(async (given: string, flags: ScheduleFlags, command: Command) => {
      const { name, task } = flags;
      const { client, schedule, path } = await found(given, command);
      // The API replaces the turn: its other fields are sent again.
      const { message: _message, prompt: _prompt, ...turn } = schedule.turn;
      const body = {
        ...(name !== undefined && { name }),
        ...(task !== undefined && { turn: { ...turn, message: task } }),
        ...fieldsOf(flags),
      };
      const updated = await client.patch(ONE, { params: { path }, body });
      printDetails(context, updated, command.opts<JsonFlag>().json);
    });
  onOne("get", "Show a schedule.").action(async (given: string, _flags: object, command: Command) => {
    printDetails(context, (await found(given, command)).schedule, command.opts<JsonFlag>().json);
  });
  withJson(schedules.command("preview"))
    .description("Show the next times of an expression, and what is unusual about them.")
    .option("--cron <expression>", "five fields: minute, hour, day, month, day of the week")
    .option("--timezone <zone>", "the IANA time zone of --cron (default: UTC)")
    .option("--at <time>", "the only time, in RFC 3339")
    .option("--count <count>", "how many times", parseCount(1))
    .action(async (flags: ScheduleFlags, command: Command) => {
      const { cron, at, timezone, count } = flags;
      if ((cron === undefined) === (at === undefined))
        throw new CommandError("Use either --cron or --at.", EXIT.usage);
      const client = await context.connect();
      const preview = await client.post("/api/schedules/preview", {
        body: {
          ...(cron !== undefined && { cron }),
          ...(at !== undefined && { at: utcTime(at) }),
          ...(timezone !== undefined && { timezone }),
          ...(count !== undefined && { count }),
        },
      });
      for (const { detail } of preview.warnings) context.output.note(`warning: ${cleanText(detail)}\n`);
      say(preview.times.map((time) => `${time}\n`).join(""), preview, command);
    });
  onOne("run", "Start a run now, also of a paused schedule, and print its session.").action(
    async (given: string, _flags: object, command: Command) => {
      const { client, path } = await found(given, command);
      const run = await client.post(`${ONE}/run`, { params: { path } });
      say(`${run.session_id ?? run.outcome}\n`, run, command);
    },
  );
  onOne("pause", "Pause a schedule.").action(async (given: string, _flags: object, command: Command) => {
    const { client, path } = await found(given, command);
    say("", await client.post(`${ONE}/pause`, { params: { path } }), command);
  });
  onOne("resume", "Continue with the next time, and print it.").action(
    async (given: string, _flags: object, command: Command) => {
      const { client, path } = await found(given, command);
      const schedule = await client.post(`${ONE}/resume`, { params: { path } });
      say(`${schedule.next_runs_at[0] ?? ""}\n`, schedule, command);
    },
  );
  onOne("runs", "List the runs of a schedule, newest first.")
    .option("--limit <count>", "maximum number of runs", parseCount(1), 50)
    .action(async (given: string, _flags: object, command: Command) => {
      const { client, path } = await found(given, command);
      const list = client.list(`${ONE}/runs`, { params: { path } });
      await printList(context, list, RUN_COLUMNS, command.opts<ListFlags>());
    });
  withYes(onOne("delete", "Delete a schedule and its runs, after confirmation. Their sessions stay.")).action(
    async (given: string, _flags: object, command: Command) => {
      const { yes = false, json } = command.opts<YesFlag>();
      const { prompt } = context;
      checkConfirmable(prompt, yes);
      const { client, schedule, path } = await found(given, command);
      const label = `${cleanText(schedule.name)} (${schedule.id})`;
      await confirmDeletion(prompt, yes, `the schedule ${label}`);
      await client.delete(ONE, { params: { path } });
      printDeleted(context, schedule.id, label, json);
    },
  );
}
