import type { Schedule } from "@workspace-agent/client";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { formatConfig } from "../../api/parse-config.ts";
import { useUpdateSchedule } from "../../api/schedules.ts";
import type { Versioned } from "../../api/versioned.ts";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { schedulesRoute } from "./route.ts";
import { bodyOf, changesOf, draftOf } from "./schedule-draft.ts";
import { ScheduleForm } from "./schedule-form.tsx";

interface EditScheduleProps {
  readonly workspaceId: string;
  readonly latest: Versioned<Schedule>;
}

/** Edits a schedule. A version that somebody else saved in the meantime is never overwritten without asking. */
export function EditSchedule({ workspaceId, latest }: EditScheduleProps) {
  const [base, setBase] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(latest.item));
  const { id } = latest.item;
  const update = useUpdateSchedule(workspaceId, id);
  const navigate = schedulesRoute.useNavigate();
  const isChanged = Object.keys(changesOf(draft, base.item)).length > 0;
  const isOutdated = latest.etag !== base.etag;
  const isConflict = isProblem(update.error, "precondition_failed") || (isOutdated && isChanged);
  const show = (version: Versioned<Schedule>) => {
    setBase(version);
    setDraft(draftOf(version.item));
  };
  if (isOutdated && !isChanged && !update.isPending && !update.isSuccess) show(latest);
  const close = () => void navigate({ search: { schedule: id }, replace: true });
  const save = ({ item, etag }: Versioned<Schedule>) =>
    update.mutate(
      { body: changesOf(draft, item), etag },
      {
        onSuccess: () => {
          showToast("Schedule saved", draft.name);
          close();
        },
      },
    );
  return (
    <ScheduleForm
      workspaceId={workspaceId}
      title={`Edit ${base.item.name}`}
      draft={draft}
      onChange={setDraft}
      error={update.error}
      conflict={
        isConflict && !update.isSuccess ? (
          <ConflictNotice
            theirs={formatConfig(bodyOf(draftOf(latest.item), latest.item.turn))}
            mine={formatConfig(bodyOf(draft, latest.item.turn))}
            path="schedule.json"
            isBusy={update.isPending}
            onDiscard={() => {
              show(latest);
              update.reset();
            }}
            onOverwrite={() => save(latest)}
          >
            Somebody else changed the schedule since you opened it.
          </ConflictNotice>
        ) : null
      }
      action="Save"
      onSubmit={() => save(base)}
      onCancel={close}
      isChanged={isChanged}
      isBusy={update.isPending}
      isSaved={update.isSuccess}
    />
  );
}
