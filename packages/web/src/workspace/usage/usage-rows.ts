import type { Schemas, Session, Turn } from "@workspace-agent/client";
import { daysBetween } from "./scale.ts";

export type Amounts = Pick<
  Schemas["Usage"],
  "input_tokens" | "output_tokens" | "cost_usd" | "duration_ms" | "steps"
>;

/** A bar of each chart, and a row of the table. */
export interface UsageRow extends Amounts {
  readonly key: string;
  /** The label of the bar. */
  readonly label: string;
  /** The full name. */
  readonly name: string;
}

const NOTHING: Amounts = {
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: null,
  duration_ms: 0,
  steps: 0,
};
const SHORT_DAY = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const LONG_DAY = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const MAX_TITLE = 40;
const MAX_DAYS = 120;

/** One row per day, with the oldest first. */
export function rowsByDay(days: Schemas["Usage"]["by_day"]): readonly UsageRow[] {
  const sorted = [...days].sort((a, b) => a.day.localeCompare(b.day));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byDay = new Map(sorted.map((each) => [each.day, each]));
  // The server returns the last 90 days with usage, which may be far apart.
  return daysBetween(first.day, last.day)
    .slice(-MAX_DAYS)
    .map((day) => ({
      ...(byDay.get(day) ?? NOTHING),
      key: day,
      label: SHORT_DAY.format(new Date(day)),
      name: LONG_DAY.format(new Date(day)),
    }));
}

/** Oldest first. */
export function rowsBySession(sessions: readonly Session[]): readonly UsageRow[] {
  return [...sessions].reverse().map(({ id, name, preview, created_at, usage }, index) => {
    const title = (name ?? preview).replace(/\s+/g, " ").trim();
    const short = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
    return {
      ...usage,
      key: id,
      label: String(index + 1),
      name: `${short === "" ? "Session" : short} (${TIME.format(new Date(created_at))})`,
    };
  });
}

/** Oldest first. */
export function rowsByTurn(turns: readonly Turn[]): readonly UsageRow[] {
  return [...turns]
    .sort((a, b) => a.queued_at.localeCompare(b.queued_at))
    .map(({ id, queued_at, stats }, index) => ({
      ...stats,
      key: id,
      label: String(index + 1),
      name: `Turn ${index + 1} (${TIME.format(new Date(queued_at))})`,
    }));
}
