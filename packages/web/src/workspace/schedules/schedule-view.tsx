import { Link } from "@tanstack/react-router";
import type { VersionedSchedule } from "../../api/schedules.ts";
import { Status } from "../../ui/badge.tsx";
import { describeCost } from "../../ui/describe-amounts.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { visibleText } from "../chat/text/visible-text.ts";
import { adviceFor, CATCH_UPS, describeMoment, describeState, OVERLAPS } from "./describe-schedule.ts";
import { ScheduleActions } from "./schedule-actions.tsx";
import { NEW_SESSION } from "./schedule-draft.ts";
import { ScheduleRuns } from "./schedule-runs.tsx";
import styles from "./schedules.module.css";
import { Timing } from "./timing.tsx";

interface ScheduleViewProps {
  readonly workspaceId: string;
  readonly latest: VersionedSchedule;
}

/** A schedule with its next times and its runs. */
export function ScheduleView({ workspaceId, latest }: ScheduleViewProps) {
  const { schedule } = latest;
  const { tone, text } = describeState(schedule);
  const advice = adviceFor(schedule);
  return (
    <div className={styles.screen}>
      <header className="stack">
        <nav aria-label="Back" className="hint">
          <Link to="/workspaces/$id/schedules" params={{ id: workspaceId }} search={{}}>
            All schedules
          </Link>
        </nav>
        <span className="cluster">
          <h2>{schedule.name}</h2>
          <Status tone={tone}>{text}</Status>
        </span>
        <ScheduleActions workspaceId={workspaceId} latest={latest} />
        {advice !== null && <Notice kind={tone === "bad" ? "bad" : "warn"}>{advice}</Notice>}
      </header>
      <Facts workspaceId={workspaceId} latest={latest} />
      <ScheduleRuns workspaceId={workspaceId} scheduleId={schedule.id} timezone={schedule.timezone} />
    </div>
  );
}

function Facts({ workspaceId, latest: { schedule } }: ScheduleViewProps) {
  const { cron, at, timezone, turn, session, next_runs_at: next, created_by: by } = schedule;
  const cost = turn.limits?.max_cost_usd ?? null;
  return (
    <FactList>
      <dt>When</dt>
      <dd>
        <Timing cron={cron} at={at} timezone={timezone} />
      </dd>
      {next.length > 0 && (
        <>
          <dt>Next times</dt>
          <dd>
            <ol>
              {next.map((time) => (
                <li key={time}>{describeMoment(time, timezone)}</li>
              ))}
            </ol>
          </dd>
        </>
      )}
      {turn.prompt !== undefined && (
        <>
          <dt>Prompt</dt>
          <dd>{turn.prompt.name}</dd>
        </>
      )}
      {turn.message !== undefined && (
        <>
          <dt>Message</dt>
          <dd className={styles.message}>{visibleText(turn.message)}</dd>
        </>
      )}
      <dt>Session</dt>
      <dd>
        {session === NEW_SESSION ? (
          "A new one for each run"
        ) : (
          <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session }}>
            One session for all runs
          </Link>
        )}
      </dd>
      <dt>If an earlier run has not ended</dt>
      <dd>{OVERLAPS[schedule.overlap]}</dd>
      <dt>Times that passed</dt>
      <dd>{CATCH_UPS[schedule.catch_up]}</dd>
      <dt>Limits</dt>
      <dd>{limitsOf(schedule, cost)}</dd>
      <dt>Runs as</dt>
      <dd>{by.kind === "token" ? `${by.name} (token)` : by.name}</dd>
    </FactList>
  );
}

function limitsOf(schedule: VersionedSchedule["schedule"], cost: number | null): string {
  const { ends_at, max_runs, pause_after_failures: failures, timezone } = schedule;
  const limits = [
    cost !== null && `${describeCost(cost)} for each run`,
    max_runs !== null && `${max_runs.toLocaleString("en")} runs`,
    ends_at !== null && `until ${describeMoment(ends_at, timezone)}`,
    failures > 0 && `paused after ${failures} failures in a row`,
  ].filter((limit) => limit !== false);
  return limits.length === 0 ? "None" : limits.join(", ");
}
