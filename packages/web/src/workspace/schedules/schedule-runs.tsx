import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ScheduleRun } from "@workspace-agent/client";
import { scheduleRunsQuery } from "../../api/schedules.ts";
import { Status } from "../../ui/badge.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { Table, type Column } from "../../ui/table.tsx";
import { describeMoment, describeRun, TRIGGERS } from "./describe-schedule.ts";

interface ScheduleRunsProps {
  readonly workspaceId: string;
  readonly scheduleId: string;
  readonly timezone: string;
}

/** The history of a schedule, newest first. */
export function ScheduleRuns({ workspaceId, scheduleId, timezone }: ScheduleRunsProps) {
  const runs = useInfiniteQuery(scheduleRunsQuery(workspaceId, scheduleId));
  const columns: readonly Column<ScheduleRun>[] = [
    { title: "Time", cell: ({ scheduled_at: at }) => describeMoment(at, timezone) },
    {
      title: "Trigger",
      width: "8rem",
      isExtra: true,
      isMuted: true,
      cell: ({ trigger }) => TRIGGERS[trigger],
    },
    {
      title: "Result",
      width: "40%",
      cell: (run) => (
        <>
          <Status {...describeRun(run)} />
          {run.problem !== null && <p className="hint">{run.problem.detail}</p>}
        </>
      ),
    },
    {
      title: "Session",
      width: "5rem",
      cell: ({ session_id: session }) =>
        session !== null && (
          <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session }}>
            Open
          </Link>
        ),
    },
  ];
  return (
    <section className="stack" aria-label="Runs">
      <h3>Runs</h3>
      <PagedView query={runs} rows={3} empty={<p className="hint">No runs yet.</p>}>
        {(items) => <Table label="Runs" columns={columns} items={items} keyOf={({ id }) => id} />}
      </PagedView>
    </section>
  );
}
