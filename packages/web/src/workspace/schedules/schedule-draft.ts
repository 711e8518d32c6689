import type { Schedule, Schemas } from "@workspace-agent/client";
import type { CreateSchedule, Timing, UpdateSchedule } from "../../api/schedules.ts";
import type { DraftPrompt } from "../chat/composer/drafts.ts";
import { isTimeZone } from "./describe-schedule.ts";

/** A schedule as its form has it. Numbers are texts, and times are local, as inputs have them. */
export interface ScheduleDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly message: string;
  readonly prompt: DraftPrompt | null;
  readonly kind: "cron" | "at";
  readonly cron: string;
  readonly timezone: string;
  readonly at: string;
  readonly session: string;
  readonly overlap: Schedule["overlap"];
  readonly catchUp: Schedule["catch_up"];
  readonly endsAt: string;
  readonly maxRuns: string;
  readonly pauseAfterFailures: string;
  readonly maxCostUsd: string;
}

export const NEW_SESSION = "new";

export function newDraft(timezone: string): ScheduleDraft {
  return {
    name: "",
    enabled: true,
    message: "",
    prompt: null,
    kind: "cron",
    cron: "0 4 * * *",
    timezone,
    at: "",
    session: NEW_SESSION,
    overlap: "skip",
    catchUp: "latest",
    endsAt: "",
    maxRuns: "",
    pauseAfterFailures: "5",
    maxCostUsd: "",
  };
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { name, enabled, turn, cron, timezone, at, session, overlap, catch_up: catchUp } = schedule;
  return {
    ...{ name, enabled, timezone, session, overlap, catchUp },
    message: turn.message ?? "",
    prompt: turn.prompt ?? null,
    kind: cron === null ? "at" : "cron",
    cron: cron ?? "",
    at: localTime(at),
    endsAt: localTime(schedule.ends_at),
    maxRuns: String(schedule.max_runs ?? ""),
    pauseAfterFailures: String(schedule.pause_after_failures),
    maxCostUsd: String(turn.limits?.max_cost_usd ?? ""),
  };
}

/** An instant as the value of a `datetime-local` input. */
function localTime(instant: string | null): string {
  if (instant === null) return "";
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  return local.replace(/(?::00\.000)?Z$/, "");
}

function instantOf(local: string): string | null {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

const numberOf = (text: string) => (text === "" ? null : Number(text));

/** When the draft is due, or null while that is incomplete. */
export function timingOf({ kind, cron, timezone, at }: ScheduleDraft): Timing | null {
  if (!isTimeZone(timezone)) return null;
  if (kind === "cron") return cron.trim().split(/\s+/).length === 5 ? { cron: cron.trim(), timezone } : null;
  const instant = instantOf(at);
  return instant === null ? null : { at: instant, timezone };
}

/** Why a draft cannot be saved, or null. */
export function problemOf(draft: ScheduleDraft): string | null {
  const { name, message, prompt, kind, timezone } = draft;
  if (name.trim() === "") return "Enter a name.";
  if (message.trim() === "" && prompt === null) return "Enter a message, or choose a prompt.";
  if (timingOf(draft) !== null) return null;
  if (!isTimeZone(timezone)) return "Choose a time zone.";
  return kind === "cron" ? "A cron expression has five fields." : "Choose a time.";
}

type Turn = Schemas["ScheduledTurnInput"];

/** The turn with the fields of the form; others, such as images and the schema of an output, stay. */
function turnOf({ message, prompt, maxCostUsd }: ScheduleDraft, before: Turn): Turn {
  const { message: _message, prompt: _prompt, limits: limitsBefore = {}, ...rest } = before;
  const { max_cost_usd: _cost, ...otherLimits } = limitsBefore;
  const limits = { ...otherLimits, ...(maxCostUsd !== "" && { max_cost_usd: Number(maxCostUsd) }) };
  return {
    ...rest,
    ...(message.trim() !== "" && { message }),
    ...(prompt !== null && { prompt }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/** The draft as the API accepts it. */
export function bodyOf(draft: ScheduleDraft, before: Turn = {}): CreateSchedule {
  const { name, enabled, session, overlap, catchUp, endsAt, maxRuns, pauseAfterFailures } = draft;
  return {
    ...{ name: name.trim(), enabled, session, overlap, catch_up: catchUp },
    ...timingOf(draft),
    turn: turnOf(draft, before),
    ends_at: instantOf(endsAt),
    max_runs: numberOf(maxRuns),
    ...(pauseAfterFailures !== "" && { pause_after_failures: Number(pauseAfterFailures) }),
  };
}

/** The fields in which a draft differs from a schedule. Its turn is sent only if it differs: the turns then run as the sender. */
export function changesOf(draft: ScheduleDraft, before: Schedule): UpdateSchedule {
  const old: UpdateSchedule = bodyOf(draftOf(before), before.turn);
  const next: UpdateSchedule = bodyOf(draft, before.turn);
  const isDifferent = (name: keyof UpdateSchedule) =>
    JSON.stringify(next[name]) !== JSON.stringify(old[name]) ||
    // One whose token is gone needs somebody as whom it runs.
    (name === "turn" && draft.enabled && before.paused_reason === "principal");
  return Object.fromEntries(
    Object.entries(next).filter(([name]) => isDifferent(name as keyof UpdateSchedule)),
  );
}
