import type { Schedule, ScheduleRun } from "@workspace-agent/client";
import type { Described } from "../../ui/badge.tsx";

const PAUSED: Readonly<Record<NonNullable<Schedule["paused_reason"]>, Described>> = {
  manual: { tone: "neutral", text: "Paused" },
  failures: { tone: "bad", text: "Paused after failures" },
  principal: { tone: "warn", text: "Paused: its token is gone" },
  ended: { tone: "neutral", text: "Ended" },
};

export function describeState({ paused_reason: reason }: Pick<Schedule, "paused_reason">): Described {
  return reason === null ? { tone: "good", text: "Enabled" } : PAUSED[reason];
}

/** What the reader can do about a schedule that is paused; null if that is obvious. */
export function adviceFor({ paused_reason: reason }: Pick<Schedule, "paused_reason">): string | null {
  switch (reason) {
    case null:
    case "manual":
      return null;
    case "failures":
      return "Too many runs in a row have failed. See why below, then resume it.";
    case "principal":
      return "The token of whoever made this schedule was revoked, has expired, or may no longer chat here. If you resume it, its turns run as you.";
    case "ended":
      return "Its times have passed, or it has reached its last run. To continue, give it other times and enable it.";
  }
}

const STATUSES: Readonly<Record<NonNullable<ScheduleRun["turn_status"]>, Described>> = {
  queued: { tone: "busy", text: "Queued" },
  running: { tone: "busy", text: "Running" },
  waiting: { tone: "warn", text: "Waiting for you" },
  completed: { tone: "good", text: "Completed" },
  failed: { tone: "bad", text: "Failed" },
  interrupted: { tone: "warn", text: "Interrupted" },
};

/** What became of a time: the state of its turn, or why there is none. */
export function describeRun({
  outcome,
  turn_status: status,
}: Pick<ScheduleRun, "outcome" | "turn_status">): Described {
  switch (outcome) {
    case "started":
      return status === null ? { tone: "neutral", text: "Session deleted" } : STATUSES[status];
    case "skipped_overlap":
      return { tone: "neutral", text: "Skipped: an earlier run had not ended" };
    case "missed":
      return { tone: "warn", text: "Missed" };
    case "failed":
      return { tone: "bad", text: "Not started" };
  }
}

export const TRIGGERS: Readonly<Record<ScheduleRun["trigger"], string>> = {
  schedule: "Schedule",
  manual: "By hand",
  catch_up: "Caught up",
};

export const OVERLAPS: Readonly<Record<Schedule["overlap"], string>> = {
  skip: "Skip the time",
  queue: "Run afterwards",
  interrupt: "Stop what runs",
  parallel: "Run side by side",
};

export const CATCH_UPS: Readonly<Record<Schedule["catch_up"], string>> = {
  none: "Run none of them",
  latest: "Run the latest",
  all: "Run all of them",
};

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A time in a zone, in UTC if the browser does not know the zone: `Fri, Nov 27, 2026, 04:00 GMT+1`. */
export function describeMoment(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
    timeZoneName: "short",
  }).format(new Date(at));
}
