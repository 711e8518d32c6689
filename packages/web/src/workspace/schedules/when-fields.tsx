import { useId } from "react";
import { fieldError } from "../../api/describe-error.ts";
import { Field } from "../../ui/field.tsx";
import { ToggleGroup } from "../../ui/toggle-group.tsx";
import { timingOf } from "./schedule-draft.ts";
import type { FieldsProps } from "./schedule-form.tsx";
import { SchedulePreview, useSchedulePreview } from "./schedule-preview.tsx";
import styles from "./schedules.module.css";

const KINDS = [
  { value: "cron", label: "Repeatedly" },
  { value: "at", label: "Once" },
] as const;
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** When the schedule is due, with its next times. */
export function WhenFields({ draft, onChange, error }: FieldsProps) {
  const zones = useId();
  const timing = timingOf(draft);
  const preview = useSchedulePreview(timing);
  const wrong = (pointer: string) =>
    fieldError(error, pointer) ?? (timing === null ? null : fieldError(preview.error, pointer));
  return (
    <>
      <ToggleGroup
        label="When"
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
        options={KINDS}
      />
      {draft.kind === "cron" ? (
        <div className={styles.pair}>
          <Field
            label="Cron expression"
            hint="Minute, hour, day of the month, month, day of the week."
            value={draft.cron}
            onChange={(cron) => onChange({ ...draft, cron })}
            error={wrong("#/cron")}
            className="mono"
            autoComplete="off"
            spellCheck={false}
          />
          <Field
            label="Time zone"
            value={draft.timezone}
            onChange={(timezone) => onChange({ ...draft, timezone })}
            error={wrong("#/timezone")}
            list={zones}
            autoComplete="off"
            spellCheck={false}
          />
          <datalist id={zones}>
            {ZONES.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
      ) : (
        <Field
          label="Time"
          hint="In the time zone of your browser."
          type="datetime-local"
          value={draft.at}
          onChange={(at) => onChange({ ...draft, at })}
          error={wrong("#/at")}
        />
      )}
      <SchedulePreview timing={timing} preview={preview} />
    </>
  );
}
