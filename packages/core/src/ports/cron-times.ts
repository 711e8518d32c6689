/** An instant at which a cron expression is due. */
export interface CronTime {
  /** In milliseconds since 1970, on a full minute of the zone. */
  readonly time: number;
  /**
   * Daylight saving: `gap`: the local time does not exist, and this is the first valid instant after it. `repeat`: the local time occurs
   * twice, and this is the first of the two.
   */
  readonly shift: "gap" | "repeat" | null;
}

/** What is wrong with an expression or a zone. */
export interface CronProblem {
  readonly field: "cron" | "timezone";
  /** Completes a sentence that begins with the name of the field. */
  readonly detail: string;
}

/** Computes when schedules are due. It holds no state and starts no timer. */
export interface CronTimes {
  /** Null for a valid expression of five fields and a known IANA zone. */
  problem(cron: string, timezone: string): CronProblem | null;
  /**
   * The first time strictly after an instant, or null if the expression never fires again. Times grow with the instant, and each local
   * time occurs at most once. The work is bounded, whatever the expression. Throws for what `problem` refuses.
   */
  next(cron: string, timezone: string, after: number): CronTime | null;
}
