import type { CronTimes } from "../../ports/cron-times.ts";

const MINUTE_MS = 60_000;

/** For tests of hosts: knows `* * * * *` and `*\/N * * * *`, each N minutes since 1970, and `0 0 30 2 *`, which never comes, all in UTC. */
export const minuteTimes: CronTimes = {
  problem(cron, timezone) {
    if (timezone !== "UTC") return { field: "timezone", detail: "must be UTC" };
    return /^(\*(\/[1-9]\d*)? \* \* \* \*|0 0 30 2 \*)$/.test(cron)
      ? null
      : { field: "cron", detail: "must be */N * * * *" };
  },
  next(cron, _, after) {
    if (cron.startsWith("0")) return null;
    const step = Number(/^\*\/(\d+)/.exec(cron)?.[1] ?? 1) * MINUTE_MS;
    return { time: (Math.floor(after / step) + 1) * step, shift: null };
  },
};
