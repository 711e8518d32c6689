import { Link } from "@tanstack/react-router";
import type { Schedule } from "@workspace-agent/client";
import { Pause, Pencil, Play, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import {
  useDeleteSchedule,
  usePauseSchedule,
  useRunSchedule,
  useUpdateSchedule,
} from "../../api/schedules.ts";
import type { Versioned } from "../../api/versioned.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { schedulesRoute } from "./route.ts";

interface ScheduleActionsProps {
  readonly workspaceId: string;
  readonly latest: Versioned<Schedule>;
}

/** Runs, pauses, resumes, edits, and deletes a schedule. */
export function ScheduleActions({ workspaceId, latest: { item: schedule, etag } }: ScheduleActionsProps) {
  const { id, name, turn, paused_reason: reason } = schedule;
  const [isDeleting, setDeleting] = useState(false);
  const navigate = schedulesRoute.useNavigate();
  const run = useRunSchedule(workspaceId, id);
  const pause = usePauseSchedule(workspaceId, id);
  // Its turns run as whoever sets the turn.
  const takeOver = useUpdateSchedule(workspaceId, id);
  const remove = useDeleteSchedule(workspaceId, id);
  const error = run.error ?? pause.error ?? takeOver.error;
  const start = (action: () => void) => {
    for (const each of [run, pause, takeOver]) each.reset();
    action();
  };
  const resume = () => {
    if (reason === "principal") takeOver.mutate({ body: { turn, enabled: true }, etag });
    else pause.mutate("resume");
  };
  return (
    <>
      <div className="cluster">
        <Button
          icon={<Zap />}
          isBusy={run.isPending}
          onClick={() =>
            start(() => run.mutate(undefined, { onSuccess: () => showToast("Run started", name) }))
          }
        >
          Run now
        </Button>
        {reason === null ? (
          <Button
            icon={<Pause />}
            isBusy={pause.isPending}
            onClick={() => start(() => pause.mutate("pause"))}
          >
            Pause
          </Button>
        ) : (
          reason !== "ended" && (
            <Button
              icon={<Play />}
              isBusy={pause.isPending || takeOver.isPending}
              onClick={() => start(resume)}
            >
              Resume
            </Button>
          )
        )}
        <Link
          to="/workspaces/$id/schedules"
          params={{ id: workspaceId }}
          search={{ schedule: id, edit: true }}
          className={buttonClass()}
        >
          <Pencil aria-hidden /> Edit
        </Link>
        <Button kind="quiet" icon={<Trash2 />} onClick={() => setDeleting(true)}>
          Delete…
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {isDeleting && (
        <ConfirmDialog
          onClose={() => {
            setDeleting(false);
            remove.reset();
          }}
          title={`Delete ${name}?`}
          action="Delete schedule"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                showToast("Schedule deleted", name);
                void navigate({ search: {}, replace: true });
              },
            })
          }
        >
          This deletes the schedule and the history of its runs. Their sessions stay. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}
