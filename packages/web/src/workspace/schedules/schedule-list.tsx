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
import { Table, type Column } from "../../ui/table.tsx";
import { describeMoment, describeRun, describeState } from "./describe-schedule.ts";
import { Timing } from "./timing.tsx";

/** The others are on the schedule's own page. */
const SHOWN_TIMES = 2;

const COLUMNS: readonly Column<Schedule>[] = [
  {
    title: "Name",
    cell: ({ id, workspace_id, name, cron, at, timezone }) => (
      <>
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
      </>
    ),
  },
  { title: "State", width: "10rem", cell: (schedule) => <Status {...describeState(schedule)} /> },
  {
    title: "Next times",
    width: "18rem",
    isExtra: true,
    isMuted: true,
    cell: ({ next_runs_at: next, timezone }) =>
      next.length === 0
        ? "—"
        : next.slice(0, SHOWN_TIMES).map((time) => <p key={time}>{describeMoment(time, timezone)}</p>),
  },
  {
    title: "Last run",
    width: "11rem",
    isExtra: true,
    cell: ({ last_run: last }) =>
      last === null ? (
        <span className="muted">Never</span>
      ) : (
        <>
          <Status {...describeRun(last)} />
          <p className="hint">
            <RelativeTime at={last.scheduled_at} />
          </p>
        </>
      ),
  },
];

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
        <div className="view-page">
          <div className="spread">
            <h2>Schedules</h2>
            {create}
          </div>
          <Table label="Schedules" columns={COLUMNS} items={schedules} keyOf={({ id }) => id} />
        </div>
      )}
    </PagedView>
  );
}
