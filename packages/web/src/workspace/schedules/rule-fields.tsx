import { useQuery } from "@tanstack/react-query";
import type { Schedule } from "@workspace-agent/client";
import { fieldError } from "../../api/describe-error.ts";
import { recentSessionsQuery } from "../../api/sessions.ts";
import { Checkbox, Field, Select } from "../../ui/field.tsx";
import { describeSession } from "../changes/describe-changes.ts";
import { CATCH_UPS, OVERLAPS } from "./describe-schedule.ts";
import { NEW_SESSION } from "./schedule-draft.ts";
import type { FieldsProps } from "./schedule-form.tsx";

function optionsOf<Value extends string>(texts: Readonly<Record<Value, string>>) {
  return Object.entries<string>(texts).map(([value, label]) => ({ value, label }));
}

/** Where the turns run, what happens if a time cannot be kept, and when the schedule ends. */
export function RuleFields({
  workspaceId,
  draft,
  onChange,
  error,
}: FieldsProps & { readonly workspaceId: string }) {
  const { data: recent = [] } = useQuery(recentSessionsQuery(workspaceId));
  const sessions = recent.filter(({ parent }) => parent === null);
  const isNew = draft.session === NEW_SESSION;
  const isListed = isNew || sessions.some(({ id }) => id === draft.session);
  return (
    <>
      <Select
        label="Session"
        value={draft.session}
        // Turns of one session cannot run side by side.
        onChange={(session) =>
          onChange({
            ...draft,
            session,
            ...(session !== NEW_SESSION && draft.overlap === "parallel" && { overlap: "skip" as const }),
          })
        }
        error={fieldError(error, "#/session")}
        options={[
          { value: NEW_SESSION, label: "A new session for each run" },
          ...(isListed ? [] : [{ value: draft.session, label: draft.session }]),
          ...sessions.map((each) => ({ value: each.id, label: describeSession(each) })),
        ]}
      />
      <Select
        label="If an earlier run has not ended"
        value={draft.overlap}
        onChange={(overlap) => onChange({ ...draft, overlap: overlap as Schedule["overlap"] })}
        error={fieldError(error, "#/overlap")}
        options={optionsOf(OVERLAPS).filter(({ value }) => isNew || value !== "parallel")}
      />
      <Select
        label="Times that passed while the server was down"
        value={draft.catchUp}
        onChange={(catchUp) => onChange({ ...draft, catchUp: catchUp as Schedule["catch_up"] })}
        options={optionsOf(CATCH_UPS)}
      />
      <Field
        label="Cost limit of a run in US dollars"
        hint="Empty: the limit of the workspace."
        type="number"
        min={0}
        step="any"
        value={draft.maxCostUsd}
        onChange={(maxCostUsd) => onChange({ ...draft, maxCostUsd })}
        error={fieldError(error, "#/turn/limits/max_cost_usd")}
      />
      <Field
        label="Pause after failures in a row"
        hint="0: never."
        type="number"
        min={0}
        value={draft.pauseAfterFailures}
        onChange={(pauseAfterFailures) => onChange({ ...draft, pauseAfterFailures })}
        error={fieldError(error, "#/pause_after_failures")}
      />
      <Field
        label="Maximum number of runs"
        hint="Empty: no maximum. Runs by hand do not count."
        type="number"
        min={1}
        value={draft.maxRuns}
        onChange={(maxRuns) => onChange({ ...draft, maxRuns })}
        error={fieldError(error, "#/max_runs")}
      />
      <Field
        label="Ends at"
        hint="Empty: never. In the time zone of your browser."
        type="datetime-local"
        value={draft.endsAt}
        onChange={(endsAt) => onChange({ ...draft, endsAt })}
        error={fieldError(error, "#/ends_at")}
      />
      <Checkbox
        label="Enabled"
        hint="Runs at its times."
        isChecked={draft.enabled}
        onChange={(enabled) => onChange({ ...draft, enabled })}
      />
    </>
  );
}
