import type { Schedule } from "@workspace-agent/client";
import { lazy, Suspense } from "react";
import { describeMoment } from "./describe-schedule.ts";

/** Its library is loaded after the screen. */
const CronText = lazy(async () => ({ default: (await import("./cron-text.tsx")).CronText }));

/** When a schedule is due, in words: `At 04:00, Europe/Berlin`. */
export function Timing({ cron, at, timezone }: Pick<Schedule, "cron" | "at" | "timezone">) {
  if (cron === null) return <>Once, {at === null ? "—" : describeMoment(at, timezone)}</>;
  return (
    <>
      <Suspense fallback={<code>{cron}</code>}>
        <CronText cron={cron} />
      </Suspense>
      , {timezone}
    </>
  );
}
