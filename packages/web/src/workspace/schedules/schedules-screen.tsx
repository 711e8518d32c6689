import { useQuery } from "@tanstack/react-query";
import { scheduleQuery } from "../../api/schedules.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { EditSchedule } from "./edit-schedule.tsx";
import { NewSchedule } from "./new-schedule.tsx";
import { schedulesRoute } from "./route.ts";
import { ScheduleList } from "./schedule-list.tsx";
import { ScheduleView } from "./schedule-view.tsx";

/** The schedules of a workspace, one of them, or the form for one. */
export function SchedulesScreen() {
  const { id } = schedulesRoute.useParams();
  const { schedule, create = false } = schedulesRoute.useSearch();
  if (create) return <NewSchedule workspaceId={id} />;
  if (schedule === undefined) return <ScheduleList workspaceId={id} />;
  return <OneSchedule key={schedule} workspaceId={id} scheduleId={schedule} />;
}

interface OneScheduleProps {
  readonly workspaceId: string;
  readonly scheduleId: string;
}

function OneSchedule({ workspaceId, scheduleId }: OneScheduleProps) {
  const { edit = false } = schedulesRoute.useSearch();
  const query = useQuery(scheduleQuery(workspaceId, scheduleId));
  return (
    <QueryView query={query}>
      {(latest) =>
        edit ? (
          <EditSchedule workspaceId={workspaceId} latest={latest} />
        ) : (
          <ScheduleView workspaceId={workspaceId} latest={latest} />
        )
      }
    </QueryView>
  );
}
