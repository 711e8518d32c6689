import type { Command } from "commander";
import type { WorkspaceFlag } from "./command-options.ts";
import { parseCount } from "./count.ts";
import { wrongUse } from "./exit-codes.ts";
import { defined } from "./json.ts";

export interface ScheduleFlags extends WorkspaceFlag {
  readonly name?: string;
  readonly task?: string;
  readonly cron?: string;
  readonly at?: string;
  readonly timezone?: string;
  readonly session?: string;
  readonly overlap?: "skip" | "queue" | "interrupt" | "parallel";
  readonly catchUp?: "none" | "latest" | "all";
  readonly maxRuns?: number;
  readonly count?: number;
}

/** The API takes times in UTC. */
function utcTime(given: string): string {
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw wrongUse(`This is not a time: ${JSON.stringify(given)}.`);
  return time.toISOString();
}

export function withTimes(command: Command): Command {
  return command
    .option("--cron <expression>", "five fields: minute, hour, day, month, day of the week")
    .option("--timezone <zone>", "the IANA time zone of --cron (default: UTC)")
    .option("--at <time>", "the only time, in RFC 3339");
}

export function withSchedule(command: Command): Command {
  return withTimes(command)
    .option("--session <id>", "give the turns to this session (default: a new one each time)")
    .option("--overlap <how>", "skip (default), queue, interrupt or parallel")
    .option("--catch-up <how>", "none, latest (default) or all")
    .option("--max-runs <count>", "end after so many turns", parseCount(1));
}

/** Throws unless the options give either a cron expression or a time. */
export function checkTimes({ cron, at }: ScheduleFlags): void {
  if ((cron === undefined) === (at === undefined)) throw wrongUse("Use either --cron or --at.");
}

export function timesOf({ cron, at, timezone }: ScheduleFlags) {
  return defined({ cron, at: at === undefined ? undefined : utcTime(at), timezone });
}

/** The fields of a schedule that the options give. */
export function fieldsOf(flags: ScheduleFlags) {
  const { session, overlap, catchUp, maxRuns } = flags;
  return { ...timesOf(flags), ...defined({ session, overlap, catch_up: catchUp, max_runs: maxRuns }) };
}
