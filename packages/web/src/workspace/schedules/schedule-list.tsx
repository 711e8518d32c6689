import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schedule } from "@workspace-agent/client";
import { CalendarClock, Plus } from "lucide-react";
import { schedulesQuery } from "../../api/schedules.ts";
import { Status } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { describeMoment, describeRun, describeState } from "./describe-schedule.ts";
import styles from "./schedules.module.css";
import { Timing } from "./timing.tsx";

const COLUMNS = [
  { title: "Name" },
  { title: "State", width: "10rem" },
  { title: "Next times", width: "18rem", isExtra: true },
  { title: "Last run", width: "11rem", isExtra: true },
] as const;
/** The others are on the schedule's own page. */
const SHOWN_TIMES = 2;

export function ScheduleList({ workspaceId }: { readonly workspaceId: string }) {
  const list = useInfiniteQuery(schedulesQuery(workspaceId));
  const create = (
    <Link
      to="/workspaces/$id/schedules"
      params={{ id: workspaceId }}
      search={{ create: true }}
      className={buttonClass({ kind: "primary" })}
    >
      <Plus aria-hidden /> New schedule
    </Link>
  );
  return (
    <PagedView
      query={list}
      rows={3}
      empty={
        <EmptyState icon={<CalendarClock />} title="No schedules yet" action={create}>
          A schedule gives the agent work at a time, without anyone present: every night, every Monday, or
          once.
        </EmptyState>
      }
    >
      {(schedules) => (
        <div className={styles.screen}>
          <div className="spread">
            <h2>Schedules</h2>
            {create}
          </div>
          <Table label="Schedules" columns={COLUMNS}>
            {schedules.map((schedule) => (
              <ScheduleRow key={schedule.id} schedule={schedule} />
            ))}
          </Table>
        </div>
      )}
    </PagedView>
  );
}

function ScheduleRow({ schedule }: { readonly schedule: Schedule }) {
  const { id, workspace_id, name, cron, at, timezone, next_runs_at: next, last_run: last } = schedule;
  const state = describeState(schedule);
  const run = last === null ? null : describeRun(last);
  return (
    <Row>
      <Cell>
        <Link
          to="/workspaces/$id/schedules"
          params={{ id: workspace_id }}
          search={{ schedule: id }}
          className="item-name"
        >
          {name}
        </Link>
        <p className="hint">
          <Timing cron={cron} at={at} timezone={timezone} />
        </p>
      </Cell>
      <Cell>
        <Status tone={state.tone}>{state.text}</Status>
      </Cell>
      <Cell isExtra isMuted>
        {next.length === 0 ? "—" : null}
        {next.slice(0, SHOWN_TIMES).map((time) => (
          <p key={time}>{describeMoment(time, timezone)}</p>
        ))}
      </Cell>
      <Cell isExtra>
        {last === null || run === null ? (
          <span className="muted">Never</span>
        ) : (
          <>
            <Status tone={run.tone}>{run.text}</Status>
            <p className="hint">
              <RelativeTime at={last.scheduled_at} />
            </p>
          </>
        )}
      </Cell>
    </Row>
  );
}
