import type { Schedule, WorkspaceAgentClient } from "@workspace-agent/client";
import type { Command } from "commander";
import { cleanLine, cleanText, jsonLine } from "../clean-text.ts";
import { findWorkspace } from "../connection.ts";
import type { Context } from "../context.ts";
import { parseCount } from "../count.ts";
import { CommandError, EXIT } from "../exit-codes.ts";
import { table } from "../output.ts";
import { checkConfirmable, confirmDeletion } from "../prompt.ts";

const EXAMPLES = `
Examples:
  workspace-agent schedules --workspace notes
  workspace-agent schedules create nightly "Run the tests and fix what fails." -w notes --cron "0 4 * * *" --timezone Europe/Berlin
  workspace-agent schedules create once "Send the report." -w notes --at 2026-12-24T16:00:00Z
  workspace-agent schedules run nightly -w notes
  workspace-agent schedules runs nightly -w notes --limit 5
  workspace-agent schedules pause nightly -w notes`;

interface InWorkspace {
  readonly workspace: string;
}

interface CreateFlags extends InWorkspace {
  readonly cron?: string;
  readonly at?: string;
  readonly timezone?: string;
  readonly session?: string;
  readonly overlap?: "skip" | "queue" | "interrupt" | "parallel";
  readonly catchUp?: "none" | "latest" | "all";
  readonly maxRuns?: number;
}

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

function rowOf({ id, name, cron, timezone, at, enabled, paused_reason, next_runs_at, last_run }: Schedule) {
  const times = cron === null ? `at ${at}` : `${cron} ${timezone}`;
  const next = enabled ? (next_runs_at[0] ?? "") : `paused: ${paused_reason}`;
  const last = last_run === null ? "" : (last_run.turn_status ?? last_run.outcome);
  return [id, cleanLine(name, 40), cleanLine(times, 60), next, last];
}

export function addSchedules(program: Command, context: Context): void {
  const inWorkspace = (command: Command) =>
    command.requiredOption("-w, --workspace <name>", "the workspace, by name or id");
  const schedules = inWorkspace(
    program
      .command("schedules")
      .summary("list, create, run and pause schedules")
      .description("List the schedules of a workspace, with their next time and the state of the last run."),
  )
    .option("--json", "write one JSON object per line")
    .addHelpText("after", EXAMPLES)
    .action(async ({ workspace, json }: InWorkspace & { readonly json?: true }) => {
      const client = await context.connect();
      const { id } = await findWorkspace(client, workspace);
      const rows: string[][] = [];
      for await (const schedule of client.list(ALL, { params: { path: { id }, query: { limit: 200 } } })) {
        if (json !== undefined) context.output.out(jsonLine(schedule));
        else rows.push(rowOf(schedule));
      }
      context.output.out(table(rows));
    });
  const options = (): InWorkspace & { readonly json?: true } => schedules.opts();

  /** A command about one schedule. The workspace may be given before or after its name. */
  const onOne = (
    name: string,
    description: string,
    act: (client: WorkspaceAgentClient, path: { id: string; schedule_id: string }) => Promise<string>,
  ) =>
    schedules
      .command(name)
      .description(description)
      .argument("<schedule>", "the name or id")
      .action(async (given: string) => {
        const client = await context.connect();
        const { id } = await findWorkspace(client, options().workspace);
        const { id: schedule_id } = await findSchedule(client, id, given);
        context.output.out(await act(client, { id, schedule_id }));
      });

  schedules
    .command("create")
    .description("Create a schedule and print its id.")
    .argument("<name>")
    .argument("<task>", "the message to the agent at each of the times")
    .option("--cron <expression>", "five fields: minute, hour, day, month, day of the week")
    .option("--timezone <zone>", "the IANA time zone of --cron (default: UTC)")
    .option("--at <time>", "the only time, in RFC 3339")
    .option("--session <id>", "give the turns to this session (default: a new one each time)")
    .option("--overlap <how>", "skip (default), queue, interrupt or parallel")
    .option("--catch-up <how>", "none, latest (default) or all")
    .option("--max-runs <count>", "end after so many turns", parseCount(1))
    .action(async (name: string, message: string, flags: CreateFlags) => {
      const { cron, at, timezone, session, overlap, catchUp, maxRuns } = flags;
      if ((cron === undefined) === (at === undefined))
        throw new CommandError("Use either --cron or --at.", EXIT.usage);
      const client = await context.connect();
      const { id } = await findWorkspace(client, options().workspace);
      const made = await client.post(ALL, {
        params: { path: { id } },
        body: {
          name,
          turn: { message },
          ...(cron !== undefined && { cron }),
          ...(at !== undefined && { at: utcTime(at) }),
          ...(timezone !== undefined && { timezone }),
          ...(session !== undefined && { session }),
          ...(overlap !== undefined && { overlap }),
          ...(catchUp !== undefined && { catch_up: catchUp }),
          ...(maxRuns !== undefined && { max_runs: maxRuns }),
        },
      });
      context.output.out(`${made.id}\n`);
    });
  onOne("run", "Start a run now, also of a paused schedule, and print its session.", async (client, path) => {
    const { outcome, session_id } = await client.post(`${ONE}/run`, { params: { path } });
    return `${session_id ?? outcome}\n`;
  });
  onOne("pause", "Pause a schedule.", async (client, path) => {
    await client.post(`${ONE}/pause`, { params: { path } });
    return "";
  });
  onOne("resume", "Continue with the next time, and print it.", async (client, path) => {
    const { next_runs_at } = await client.post(`${ONE}/resume`, { params: { path } });
    return `${next_runs_at[0] ?? ""}\n`;
  });
  schedules
    .command("runs")
    .description("List the runs of a schedule, newest first.")
    .argument("<schedule>", "the name or id")
    .option("--limit <count>", "maximum number of runs", parseCount(1), 50)
    .action(async (given: string, { limit }: { readonly limit: number }) => {
      const { workspace, json } = options();
      const client = await context.connect();
      const { id } = await findWorkspace(client, workspace);
      const { id: schedule_id } = await findSchedule(client, id, given);
      const rows: string[][] = [];
      let count = 0;
      for await (const run of client.list(`${ONE}/runs`, { params: { path: { id, schedule_id } } })) {
        if (count++ >= limit) break;
        const { scheduled_at, trigger, outcome, turn_status, session_id, problem } = run;
        const why = cleanLine(problem?.detail ?? "", 80);
        if (json !== undefined) context.output.out(jsonLine(run));
        else rows.push([scheduled_at, trigger, outcome, turn_status ?? "", session_id ?? why]);
      }
      context.output.out(table(rows));
    });
  schedules
    .command("delete")
    .description("Delete a schedule and its runs, after confirmation. Their sessions stay.")
    .argument("<schedule>", "the name or id")
    .option("-y, --yes", "skip the confirmation")
    .action(async (given: string, { yes = false }: { readonly yes?: boolean }) => {
      const { prompt } = context;
      checkConfirmable(prompt, yes);
      const client = await context.connect();
      const { id } = await findWorkspace(client, options().workspace);
      const schedule = await findSchedule(client, id, given);
      await confirmDeletion(prompt, yes, `the schedule ${cleanText(schedule.name)} (${schedule.id})`);
      await client.delete(ONE, { params: { path: { id, schedule_id: schedule.id } } });
      context.output.note(`deleted ${cleanText(schedule.name)} (${schedule.id})\n`);
    });
}

/** The API takes times in UTC. */
function utcTime(given: string): string {
  const time = new Date(given);
  if (Number.isNaN(time.getTime()))
    throw new CommandError(`This is not a time: ${JSON.stringify(given)}.`, EXIT.usage);
  return time.toISOString();
}
