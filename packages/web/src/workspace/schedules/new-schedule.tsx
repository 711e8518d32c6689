import { useState } from "react";
import { useCreateSchedule } from "../../api/schedules.ts";
import { showToast } from "../../ui/toast.tsx";
import { schedulesRoute } from "./route.ts";
import { bodyOf, newDraft } from "./schedule-draft.ts";
import { ScheduleForm } from "./schedule-form.tsx";

export function NewSchedule({ workspaceId }: { readonly workspaceId: string }) {
  const [empty] = useState(() => newDraft(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [draft, setDraft] = useState(empty);
  const create = useCreateSchedule(workspaceId);
  const navigate = schedulesRoute.useNavigate();
  return (
    <ScheduleForm
      workspaceId={workspaceId}
      title="New schedule"
      draft={draft}
      onChange={setDraft}
      error={create.error}
      action="Create schedule"
      onSubmit={() =>
        create.mutate(bodyOf(draft), {
          onSuccess: ({ id, name }) => {
            showToast("Schedule created", name);
            void navigate({ search: { schedule: id }, replace: true });
          },
        })
      }
      onCancel={() => void navigate({ search: {} })}
      isChanged={draft !== empty}
      isBusy={create.isPending}
      isSaved={create.isSuccess}
    />
  );
}
