import type { Schedule, ScheduleRun, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import {
  inWorkspace,
  withJson,
  withWorkspace,
  withYes,
  type JsonFlag,
  type WorkspaceFlag,
  type YesFlag,
} from "../command-options.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { CommandError } from "../exit-codes.ts";
import { defined } from "../json.ts";
import { printDetails, printDone, printList, printMade, type ListFlags } from "../print.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";
import {
  checkTimes,
  fieldsOf,
  timesOf,
  withSchedule,
  withTimes,
  type ScheduleFlags,
} from "../schedule-options.ts";

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
    .action(async (flags: WorkspaceFlag) => {
      const { client, id } = await inWorkspace(context, flags);
      const list = client.list(ALL, { params: { path: { id }, query: { limit: 200 } } });
      await printList(context, list, COLUMNS, flags);
    });

  /** A command about one schedule. The workspace may be given before or after its name. */
  const onOne = (name: string, description: string) =>
    withJson(withWorkspace(schedules.command(name)))
      .description(description)
      .argument("<schedule>", "the name or id");
  const found = async (given: string, flags: WorkspaceFlag) => {
    const { client, id } = await inWorkspace(context, flags);
    const schedule = await findSchedule(client, id, given);
    return { client, schedule, path: { id, schedule_id: schedule.id } };
  };
  /** Writes a line for people, or with `--json` the object. */
  const say = (text: string, value: object, { json }: JsonFlag) => {
    context.output.out(json === undefined ? text : jsonLine(value));
  };

  withSchedule(withJson(withWorkspace(schedules.command("create"))))
    .description("Create a schedule and print its id.")
    .argument("<name>")
    .argument("<task>", "the message to the agent at each of the times")
    .action(async (name: string, message: string, flags: ScheduleFlags) => {
      checkTimes(flags);
      const body = { name, turn: { message }, ...fieldsOf(flags) };
      const { client, id } = await inWorkspace(context, flags);
      const made = await client.post(ALL, { params: { path: { id } }, body });
      printMade(context, made, flags.json);
    });
  withSchedule(onOne("update", "Change a schedule, and show it. Other options stay as they are."))
    .option("--name <name>", "the new name")
    .option("--task <message>", "the new message to the agent")
    .action(async (given: string, flags: ScheduleFlags) => {
      const { name, task } = flags;
      const { client, schedule, path } = await found(given, flags);
      // The API replaces the turn: its other fields are sent again.
      const { message: _message, prompt: _prompt, ...turn } = schedule.turn;
      const replaced = task === undefined ? undefined : { ...turn, message: task };
      const body = { ...defined({ name, turn: replaced }), ...fieldsOf(flags) };
      const updated = await client.patch(ONE, { params: { path }, body });
      printDetails(context, updated, flags.json);
    });
  onOne("get", "Show a schedule.").action(async (given: string, flags: WorkspaceFlag) => {
    printDetails(context, (await found(given, flags)).schedule, flags.json);
  });
  withTimes(withJson(schedules.command("preview")))
    .description("Show the next times of an expression, and what is unusual about them.")
    .option("--count <count>", "how many times", parseCount(1))
    .action(async (flags: ScheduleFlags) => {
      checkTimes(flags);
      const client = await context.connect();
      const body = { ...timesOf(flags), ...defined({ count: flags.count }) };
      const preview = await client.post("/api/schedules/preview", { body });
      for (const { detail } of preview.warnings) context.output.note(`warning: ${cleanText(detail)}\n`);
      say(preview.times.map((time) => `${time}\n`).join(""), preview, flags);
    });
  onOne("run", "Start a run now, also of a paused schedule, and print its session.").action(
    async (given: string, flags: WorkspaceFlag) => {
      const { client, path } = await found(given, flags);
      const run = await client.post(`${ONE}/run`, { params: { path } });
      say(`${run.session_id ?? run.outcome}\n`, run, flags);
    },
  );
  onOne("pause", "Pause a schedule.").action(async (given: string, flags: WorkspaceFlag) => {
    const { client, path } = await found(given, flags);
    say("", await client.post(`${ONE}/pause`, { params: { path } }), flags);
  });
  onOne("resume", "Continue with the next time, and print it.").action(
    async (given: string, flags: WorkspaceFlag) => {
      const { client, path } = await found(given, flags);
      const schedule = await client.post(`${ONE}/resume`, { params: { path } });
      say(`${schedule.next_runs_at[0] ?? ""}\n`, schedule, flags);
    },
  );
  onOne("runs", "List the runs of a schedule, newest first.")
    .option("--limit <count>", "maximum number of runs", parseCount(1), 50)
    .action(async (given: string, flags: ListFlags & WorkspaceFlag) => {
      const { client, path } = await found(given, flags);
      const list = client.list(`${ONE}/runs`, { params: { path } });
      await printList(context, list, RUN_COLUMNS, flags);
    });
  withYes(onOne("delete", "Delete a schedule and its runs, after confirmation. Their sessions stay.")).action(
    async (given: string, flags: WorkspaceFlag & YesFlag) => {
      const { yes = false, json } = flags;
      const { prompt } = context;
      checkConfirmable(prompt, yes);
      const { client, schedule, path } = await found(given, flags);
      const label = `${cleanText(schedule.name)} (${schedule.id})`;
      await confirmDeletion(prompt, yes, `the schedule ${label}`);
      await client.delete(ONE, { params: { path } });
      printDone(context, `deleted ${label}`, { deleted: schedule.id }, json);
    },
  );
}
