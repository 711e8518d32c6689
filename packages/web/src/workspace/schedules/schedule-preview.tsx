import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { schedulePreviewQuery, type Timing as When } from "../../api/schedules.ts";
import { Status } from "../../ui/badge.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import { describeMoment } from "./describe-schedule.ts";
import styles from "./schedules.module.css";
import { Timing } from "./timing.tsx";

const PAUSE_MS = 250;

/** The next times of a schedule that is being edited, a moment after it was changed. Null shows nothing. */
export function useSchedulePreview(timing: When | null) {
  const key = JSON.stringify(timing);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const asked = JSON.parse(settled) as When | null;
  return useQuery({ ...schedulePreviewQuery(asked ?? {}), enabled: asked !== null && settled === key });
}

interface SchedulePreviewProps {
  readonly timing: When | null;
  readonly preview: Pick<ReturnType<typeof useSchedulePreview>, "data" | "isError">;
}

export function SchedulePreview({ timing, preview: { data, isError } }: SchedulePreviewProps) {
  const { cron = null, at = null, timezone = "UTC" } = timing ?? {};
  return (
    <section className={styles.preview} role="status" aria-label="Next times">
      {timing === null || isError ? (
        <p className="hint">The next times appear here.</p>
      ) : (
        <>
          <p className={styles.words}>
            <Timing cron={cron} at={at} timezone={timezone} />
          </p>
          <ol>
            {data?.times.map((time) => (
              <li key={time}>
                {describeMoment(time, timezone)}
                {data.warnings
                  .filter((warning) => warning.time === time)
                  .map(({ code, detail }) => (
                    <span key={code} className="hint">
                      <Status tone="warn" text={detail} />
                    </span>
                  ))}
              </li>
            ))}
          </ol>
          {data?.warnings
            .filter(({ time }) => time === null)
            .map(({ code, detail }) => (
              <Notice key={code} kind="warn">
                {detail}
              </Notice>
            ))}
        </>
      )}
    </section>
  );
}
