import { useChat } from "../chat-context.ts";
import { describeCount, describeDuration } from "../describe-amounts.ts";
import type { CompactedRow, NoteRow, OriginRow, RetryRow } from "../log/row.ts";
import { SessionLink } from "../sessions/origin.tsx";
import { AgentText } from "../text/agent-text.tsx";
import { visibleText } from "../text/visible-text.ts";
import { Fold } from "./fold.tsx";
import styles from "./rows.module.css";

export function OriginLine({ row: { forkedFrom, parent } }: { readonly row: OriginRow }) {
  const { workspaceId } = useChat();
  const from = forkedFrom?.session_id ?? parent?.session_id;
  if (from === undefined) return null;
  return (
    <p className={styles.line}>
      {forkedFrom === null ? "A subagent’s work for " : "Forked from "}
      <SessionLink workspaceId={workspaceId} sessionId={from} />
    </p>
  );
}

/** What the service said: why a turn stopped, or a note that the model was given. */
export function NoteLine({ row }: { readonly row: NoteRow }) {
  if (!row.isForModel) return <p className={styles.note}>{visibleText(row.text)}</p>;
  return (
    <Fold id={row.id} title={<span className={styles.remark}>The service told the agent something</span>}>
      <p className={styles.note}>{visibleText(row.text)}</p>
    </Fold>
  );
}

export function CompactedLine({ row: { id, event } }: { readonly row: CompactedRow }) {
  const { summary, tokens_before: before, tokens_after: after } = event;
  const why =
    event.cause === "window" ? "came near the end of the model’s window" : "was too long for the model";
  return (
    <Fold
      id={id}
      title={
        <span className={styles.remark}>
          The conversation {why}: the agent goes on with {summary === null ? "less of it" : "a summary"} (
          {describeCount(before)} → {describeCount(after)} tokens)
        </span>
      }
    >
      <div className={styles.reasoning}>
        {summary === null ? (
          <p>Long outputs are left out for the model. The transcript here stays whole.</p>
        ) : (
          <AgentText text={summary} />
        )}
      </div>
    </Fold>
  );
}

export function RetryLine({ row: { attempt, delayMs, reason } }: { readonly row: RetryRow }) {
  return (
    <p className={styles.line}>
      The model’s answer failed: {visibleText(reason)} It is asked again
      {delayMs >= 1000 && ` after ${describeDuration(delayMs)}`} (attempt {attempt}).
    </p>
  );
}
