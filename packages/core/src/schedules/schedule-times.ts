import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidField } from "../domain/errors/invalid-field.ts";
import type { PreviewSchedule, SchedulePreview, ScheduleWarning } from "../domain/schedules/preview.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { CronTimes } from "../ports/cron-times.ts";
import { SETTINGS, type ServiceSettings } from "../ports/injection.ts";

type Timetable = Pick<ScheduleRecord, "cron" | "timezone" | "at" | "ends_at">;

const SHIFTS = {
  gap: {
    code: "dst_gap",
    detail: "The local time does not exist. The run comes at the first valid instant after it.",
  },
  repeat: { code: "dst_repeat", detail: "The local time comes twice. The run comes the first time only." },
} as const;

/** A refusal of one field of a schedule. */
export const invalid = (field: string, detail: string) => invalidField(`#/${field}`, detail, field);

/** Computes the times of schedules. */
@service()
export class ScheduleTimes {
  constructor(@inject(SETTINGS) private readonly settings: ServiceSettings) {}

  private cronTimes(): CronTimes {
    const { cronTimes } = this.settings;
    if (cronTimes === null) throw new DomainError("not_allowed", "This host runs no schedules.");
    return cronTimes;
  }

  /** Throws `not_allowed` if the host has no schedules. */
  assertOffered(): void {
    this.cronTimes();
  }

  /** Throws `invalid_request` unless there is either a valid expression or a time. */
  check({ cron, at, timezone }: Pick<Timetable, "cron" | "timezone"> & { readonly at: unknown }): void {
    if (cron === null && at === null) throw invalid("cron", "is required without at");
    if (cron !== null && at !== null) throw invalid("at", "must be absent with cron");
    const problem = this.cronTimes().problem(cron ?? "* * * * *", timezone);
    if (problem !== null) throw invalid(problem.field, problem.detail);
  }

  /** The first time after an instant, or null if there is none. */
  nextAfter({ cron, timezone, at, ends_at }: Timetable, after: number): number | null {
    const once = at !== null && at > after ? at : null;
    const next = cron === null ? once : (this.cronTimes().next(cron, timezone, after)?.time ?? null);
    return next !== null && (ends_at === null || next <= ends_at) ? next : null;
  }

  /** The times that come next, if nothing changes. */
  upcoming(record: ScheduleRecord, most: number): readonly number[] {
    const left = record.max_runs === null ? most : Math.max(0, record.max_runs - record.started_runs);
    const times: number[] = [];
    for (let next = record.next_run_at; next !== null && times.length < Math.min(most, left);) {
      times.push(next);
      next = this.nextAfter(record, next);
    }
    return times;
  }

  preview({ cron, at, timezone, count }: PreviewSchedule, now: number): SchedulePreview {
    this.check({ cron: cron ?? null, at: at ?? null, timezone });
    if (cron === undefined) return previewOfTime(at ?? "", now);
    const times: string[] = [];
    const warnings: ScheduleWarning[] = [];
    for (let after = now; times.length < count;) {
      const next = this.cronTimes().next(cron, timezone, after);
      if (next === null) break;
      after = next.time;
      const time = toTimestamp(next.time);
      times.push(time);
      if (next.shift !== null) warnings.push({ ...SHIFTS[next.shift], time });
    }
    if (times.length === 0)
      warnings.push({ code: "never_fires", time: null, detail: "No such time comes in any year." });
    return { times, warnings };
  }
}

function previewOfTime(at: string, now: number): SchedulePreview {
  const time = toTimestamp(Date.parse(at));
  if (Date.parse(at) > now) return { times: [time], warnings: [] };
  return { times: [], warnings: [{ code: "in_past", time: null, detail: `${time} has passed.` }] };
}
