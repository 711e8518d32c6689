import { Link } from "@tanstack/react-router";
import type { Schedule } from "@workspace-agent/client";
import type { Versioned } from "../../api/versioned.ts";
import { Status } from "../../ui/badge.tsx";
import { describeCost } from "../../ui/describe-amounts.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { Fact, FactList } from "../../ui/fact-list.tsx";
import { visibleText } from "../chat/text/visible-text.ts";
import { adviceFor, CATCH_UPS, describeMoment, describeState, OVERLAPS } from "./describe-schedule.ts";
import { ScheduleActions } from "./schedule-actions.tsx";
import { NEW_SESSION } from "./schedule-draft.ts";
import { ScheduleRuns } from "./schedule-runs.tsx";
import styles from "./schedules.module.css";
import { Timing } from "./timing.tsx";

interface ScheduleViewProps {
  readonly workspaceId: string;
  readonly latest: Versioned<Schedule>;
}

/** A schedule with its next times and its runs. */
export function ScheduleView({ workspaceId, latest }: ScheduleViewProps) {
  const { item: schedule } = latest;
  const state = describeState(schedule);
  const advice = adviceFor(schedule);
  return (
    <div className="view-page">
      <header className="stack">
        <nav aria-label="Back" className="hint">
          <Link to="/workspaces/$id/schedules" params={{ id: workspaceId }} search={{}}>
            All schedules
          </Link>
        </nav>
        <span className="cluster">
          <h2>{schedule.name}</h2>
          <Status {...state} />
        </span>
        <ScheduleActions workspaceId={workspaceId} latest={latest} />
        {advice !== null && <Notice kind={state.tone === "bad" ? "bad" : "warn"}>{advice}</Notice>}
      </header>
      <Facts workspaceId={workspaceId} schedule={schedule} />
      <ScheduleRuns workspaceId={workspaceId} scheduleId={schedule.id} timezone={schedule.timezone} />
    </div>
  );
}

interface FactsProps {
  readonly workspaceId: string;
  readonly schedule: Schedule;
}

function Facts({ workspaceId, schedule }: FactsProps) {
  const { cron, at, timezone, turn, session, next_runs_at: next, created_by: by } = schedule;
  const cost = turn.limits?.max_cost_usd ?? null;
  return (
    <FactList>
      <Fact name="When">
        <Timing cron={cron} at={at} timezone={timezone} />
      </Fact>
      <Fact name="Next times">
        {next.length > 0 && (
          <ol>
            {next.map((time) => (
              <li key={time}>{describeMoment(time, timezone)}</li>
            ))}
          </ol>
        )}
      </Fact>
      <Fact name="Prompt">{turn.prompt?.name}</Fact>
      <Fact name="Message">
        {turn.message !== undefined && <div className={styles.message}>{visibleText(turn.message)}</div>}
      </Fact>
      <Fact name="Session">
        {session === NEW_SESSION ? (
          "A new one for each run"
        ) : (
          <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session }}>
            One session for all runs
          </Link>
        )}
      </Fact>
      <Fact name="If an earlier run has not ended">{OVERLAPS[schedule.overlap]}</Fact>
      <Fact name="Times that passed">{CATCH_UPS[schedule.catch_up]}</Fact>
      <Fact name="Limits">{limitsOf(schedule, cost)}</Fact>
      <Fact name="Runs as">{by.kind === "token" ? `${by.name} (token)` : by.name}</Fact>
    </FactList>
  );
}

function limitsOf(schedule: Schedule, cost: number | null): string {
  const { ends_at, max_runs, pause_after_failures: failures, timezone } = schedule;
  const limits = [
    cost !== null && `${describeCost(cost)} for each run`,
    max_runs !== null && `${max_runs.toLocaleString("en")} runs`,
    ends_at !== null && `until ${describeMoment(ends_at, timezone)}`,
    failures > 0 && `paused after ${failures} failures in a row`,
  ].filter((limit) => limit !== false);
  return limits.length === 0 ? "None" : limits.join(", ");
}
