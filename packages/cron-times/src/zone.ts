const HOUR_MS = 3_600_000;
/** Longer than any zone is ahead of or behind UTC, and than any jump of a zone's clock. */
const REACH_MS = 27 * HOUR_MS;

/** A local time, and whether the zone's clock skips or repeats it. */
export interface Placed {
  readonly time: number;
  readonly shift: "gap" | "repeat" | null;
}

function parseOffset(name: string): number {
  const [, sign, hours = "0", minutes = "0", seconds = "0"] =
    /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name) ?? [];
  const ms = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return sign === "-" ? -ms : ms;
}

/**
 * The clock of a zone. A local time is written as the instant at which a clock in UTC shows the same. Assumes that a zone changes its
 * offset at most once in about two days.
 */
export class Zone {
  private readonly format: Intl.DateTimeFormat;

  /** Throws a `RangeError` for an unknown zone. */
  constructor(name: string) {
    this.format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  }

  private offsetAt(time: number): number {
    const parts = this.format.formatToParts(time);
    return parseOffset(parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT");
  }

  /** The first instant of the offset that holds at `until`, where another one holds at `from`. */
  private changeBetween(from: number, until: number): number {
    const offset = this.offsetAt(until);
    let [before, after] = [from, until];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.offsetAt(middle) === offset) after = middle;
      else before = middle;
    }
    return after;
  }

  /** The latest local time that the clock has shown up to an instant: it is later than that of the instant where the clock was set back. */
  latestUntil(time: number): number {
    const from = time - REACH_MS;
    const [before, now] = [this.offsetAt(from), this.offsetAt(time)];
    if (before <= now) return time + now;
    return Math.max(time + now, this.changeBetween(from, time) + before - 1);
  }

  /** The first instant at which the clock shows a local time or a later one. */
  place(local: number): Placed {
    const [from, until] = [local - REACH_MS, local + REACH_MS];
    const [before, after] = [this.offsetAt(from), this.offsetAt(until)];
    if (before === after) return { time: local - before, shift: null };
    const change = this.changeBetween(from, until);
    const [early, late] = [local - before, local - after];
    if (early < change) return { time: early, shift: late >= change ? "repeat" : null };
    return late >= change ? { time: late, shift: null } : { time: change, shift: "gap" };
  }
}
