/** A second implementation for tests: it looks at each minute of the zone's clock and knows nothing of offsets. */
const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** So long before a window, the clock is watched, since it may have been set back. */
const LEAD_MS = 1.25 * DAY_MS;

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** What the clock of a zone shows at an instant, as minutes since 1970. */
function clockOf(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (time) => Date.parse(`${format.format(time).replace(" ", "T")}:00Z`) / MINUTE_MS;
}

function matches(field: string, value: number, names: readonly string[], first: number): boolean {
  const numbered = (text: string) => {
    const index = names.indexOf(text.toUpperCase());
    return index < 0 ? Number(text) : index + first;
  };
  return field.split(",").some((part) => {
    const [range = "", step] = part.split("/");
    if (range === "*") return (value - first) % Number(step ?? 1) === 0;
    const [low = "", high = step === undefined ? low : "9999"] = range.split("-");
    const [from, to] = [numbered(low), numbered(high)];
    return value >= from && value <= to && (value - from) % Number(step ?? 1) === 0;
  });
}

/** Whether an expression names a minute of the clock. Of two restricted fields for days, one has to match. */
function names(cron: string, minute: number): boolean {
  const [minutes = "", hours = "", days = "", months = "", weekdays = ""] = cron.split(" ");
  const at = new Date(minute * MINUTE_MS);
  const isTime =
    matches(minutes, at.getUTCMinutes(), [], 0) &&
    matches(hours, at.getUTCHours(), [], 0) &&
    matches(months, at.getUTCMonth() + 1, MONTHS, 1);
  if (!isTime) return false;
  const isDay = matches(days, at.getUTCDate(), [], 1);
  const weekday = at.getUTCDay();
  const isWeekday = matches(weekdays, weekday, DAYS, 0) || (weekday === 0 && matches(weekdays, 7, [], 0));
  if (days === "*" || weekdays === "*") return isDay && isWeekday;
  return isDay || isWeekday;
}

/** The times of an expression after `from` and up to `until`, both full minutes. */
export function timesBetween(cron: string, zone: string, from: number, until: number): readonly number[] {
  const clock = clockOf(zone);
  const found: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (let time = from - LEAD_MS; time <= until; time += MINUTE_MS) {
    const shown = clock(time);
    if (time > from) {
      let isDue = false;
      for (let minute = latest + 1; minute <= shown && !isDue; minute++) isDue = names(cron, minute);
      if (isDue) found.push(time);
    }
    latest = Math.max(latest, shown);
  }
  return found;
}

/** The instants, to the minute, at which the clock of a zone jumps. */
export function jumpsOf(zone: string, from: number, until: number): readonly number[] {
  const clock = clockOf(zone);
  const offset = (time: number) => clock(time) - time / MINUTE_MS;
  const jumps: number[] = [];
  for (let day = from; day < until; day += DAY_MS) {
    if (offset(day) === offset(day + DAY_MS)) continue;
    let [before, after] = [day, day + DAY_MS];
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offset(middle) === offset(day)) before = middle;
      else after = middle;
    }
    jumps.push(after);
  }
  return jumps;
}
