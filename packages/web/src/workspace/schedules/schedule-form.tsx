import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import bar from "../../ui/form-bar.module.css";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { problemOf, type ScheduleDraft } from "./schedule-draft.ts";
import styles from "./schedules.module.css";
import { WhenFields } from "./when-fields.tsx";
import { WorkFields } from "./work-fields.tsx";

export interface FieldsProps {
  readonly draft: ScheduleDraft;
  readonly onChange: (draft: ScheduleDraft) => void;
  /** The error of the last save. */
  readonly error: unknown;
}

interface ScheduleFormProps extends FieldsProps {
  readonly workspaceId: string;
  readonly title: string;
  /** Replaces the notice about the error. */
  readonly conflict?: ReactNode;
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
}

const SHOWN_AT_FIELDS = [
  "#/name",
  "#/turn/message",
  "#/cron",
  "#/timezone",
  "#/at",
  "#/session",
  "#/overlap",
  "#/turn/limits/max_cost_usd",
  "#/pause_after_failures",
  "#/max_runs",
  "#/ends_at",
];

/** The fields of a schedule with its error and buttons. */
export function ScheduleForm(props: ScheduleFormProps) {
  const { workspaceId, title, conflict, action, onSubmit, onCancel, isChanged, isBusy, isSaved } = props;
  const { draft, onChange, error } = props;
  const problem = problemOf(draft);
  const isReady = isChanged && problem === null;
  return (
    <form
      className="view-page"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) onSubmit();
      }}
    >
      <h2>{title}</h2>
      <div className={styles.columns}>
        <div className="stack">
          <WorkFields draft={draft} onChange={onChange} error={error} />
          <WhenFields draft={draft} onChange={onChange} error={error} />
        </div>
        <div className="stack">
          <RuleFields workspaceId={workspaceId} draft={draft} onChange={onChange} error={error} />
        </div>
      </div>
      {conflict ??
        (error !== null && (
          <ErrorNotice error={error} isShownAtField={(pointer) => SHOWN_AT_FIELDS.includes(pointer)} />
        ))}
      <div className={bar.bar}>
        <span className={bar.state} role="status">
          {isChanged ? problem : null}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
          {action}
        </Button>
      </div>
      <LeaveGuard isDirty={isChanged && !isBusy && !isSaved} />
    </form>
  );
}
