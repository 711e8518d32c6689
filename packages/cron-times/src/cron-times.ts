import type { CronProblem, CronTimes } from "@workspace-agent/core/ports";
import { Cron } from "croner";
import { Zone } from "./zone.ts";

/** Expressions and zones that are kept ready. */
const MAX_KEPT = 500;
const FIELDS = 5;
/** What the five fields of a standard crontab have: no seconds, macros or extensions. */
const FIELD = /^(?:[\d*,/-]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT)+$/i;

/** Makes a value once per key, and forgets all of them when there are too many. */
function kept<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const found = values.get(key);
    if (found !== undefined) return found;
    if (values.size >= MAX_KEPT) values.clear();
    const made = make(key);
    values.set(key, made);
    return made;
  };
}

/** Times of UTC stand for local times, so that croner knows no zone. */
function parse(cron: string): Cron {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS || !fields.every((field) => FIELD.test(field)))
    throw new RangeError(`A cron expression has five fields, such as "30 9 * * MON-FRI": "${cron}".`);
  return new Cron(fields.join(" "), { mode: "5-part", timezone: "UTC", paused: true });
}

/** The times of cron expressions, computed with croner and the time zones of the JavaScript runtime. */
export function cronTimes(): CronTimes {
  const crons = kept(parse);
  const zones = kept((name) => new Zone(name));
  const valid = (make: () => unknown): boolean => {
    try {
      make();
      return true;
    } catch {
      return false;
    }
  };
  return {
    problem(cron, timezone): CronProblem | null {
      if (!valid(() => crons(cron)))
        return {
          field: "cron",
          detail: 'must be a cron expression of five fields, such as "30 9 * * MON-FRI"',
        };
      // An offset such as +02:00 is no IANA zone, though some runtimes accept it.
      if (!/^[A-Za-z]/.test(timezone) || !valid(() => zones(timezone)))
        return { field: "timezone", detail: 'must be an IANA time zone, such as "Europe/Berlin"' };
      return null;
    },
    next(cron, timezone, after) {
      const zone = zones(timezone);
      const local = crons(cron).nextRun(new Date(zone.latestUntil(after)));
      return local === null ? null : zone.place(local.getTime());
    },
  };
}
