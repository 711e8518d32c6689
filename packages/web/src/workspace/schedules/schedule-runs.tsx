import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ScheduleRun } from "@workspace-agent/client";
import { scheduleRunsQuery } from "../../api/schedules.ts";
import { Status } from "../../ui/badge.tsx";
import { PagedView } from "../../ui/query-view.tsx";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { describeMoment, describeRun, TRIGGERS } from "./describe-schedule.ts";

const COLUMNS = [
  { title: "Time" },
  { title: "Trigger", width: "8rem", isExtra: true },
  { title: "Result", width: "40%" },
  { title: "Session", width: "5rem" },
] as const;

interface ScheduleRunsProps {
  readonly workspaceId: string;
  readonly scheduleId: string;
  readonly timezone: string;
}

/** The history of a schedule, newest first. */
export function ScheduleRuns({ workspaceId, scheduleId, timezone }: ScheduleRunsProps) {
  const runs = useInfiniteQuery(scheduleRunsQuery(workspaceId, scheduleId));
  return (
    <section className="stack" aria-label="Runs">
      <h3>Runs</h3>
      <PagedView query={runs} rows={3} empty={<p className="hint">No runs yet.</p>}>
        {(items) => (
          <Table label="Runs" columns={COLUMNS}>
            {items.map((run) => (
              <RunRow key={run.id} workspaceId={workspaceId} run={run} timezone={timezone} />
            ))}
          </Table>
        )}
      </PagedView>
    </section>
  );
}

interface RunRowProps {
  readonly workspaceId: string;
  readonly run: ScheduleRun;
  readonly timezone: string;
}

function RunRow({ workspaceId, run, timezone }: RunRowProps) {
  const { scheduled_at, trigger, session_id: session, problem } = run;
  const { tone, text } = describeRun(run);
  return (
    <Row>
      <Cell>{describeMoment(scheduled_at, timezone)}</Cell>
      <Cell isExtra isMuted>
        {TRIGGERS[trigger]}
      </Cell>
      <Cell>
        <Status tone={tone}>{text}</Status>
        {problem !== null && <p className="hint">{problem.detail}</p>}
      </Cell>
      <Cell>
        {session !== null && (
          <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session }}>
            Open
          </Link>
        )}
      </Cell>
    </Row>
  );
}
