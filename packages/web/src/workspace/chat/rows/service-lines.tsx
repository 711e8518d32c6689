import { useChat } from "../chat-context.ts";
import { describeCount } from "../../../ui/describe-amounts.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import type { CompactedRow, NoteRow, OriginRow, RetryRow, RollbackRow } from "../log/row.ts";
import { SessionLink } from "../sessions/session-link.tsx";
import { AgentText } from "../text/agent-text.tsx";
import { visibleText } from "../text/visible-text.ts";
import { Fold } from "./fold.tsx";
import styles from "./rows.module.css";
import { noteBesideEnd, describeRetry, rowAfter } from "./service-notes.ts";

export function OriginLine({ row: { forkedFrom, parent } }: { readonly row: OriginRow }) {
  const { workspaceId } = useChat();
  const from = forkedFrom?.session_id ?? parent?.session_id;
  if (from === undefined) return null;
  return (
    <p className={styles.line}>
      {forkedFrom === null ? "Subagent of " : "Forked from "}
      <SessionLink workspaceId={workspaceId} sessionId={from} />
    </p>
  );
}

/** A note of the server about the end of a turn, or for the model. */
export function NoteLine({ row }: { readonly row: NoteRow }) {
  const end = useFeedPart(({ view }) => view.rows.get(`end-${row.turnId}`));
  if (!row.isForModel) {
    const text = noteBesideEnd(row.text, end?.kind === "end" ? end.turn : null);
    return text !== null && <p className={styles.note}>{visibleText(text)}</p>;
  }
  return (
    <Fold id={row.id} title={<span className="hint">Note for the agent</span>}>
      <p className={styles.note}>{visibleText(row.text)}</p>
    </Fold>
  );
}

export function CompactedLine({ row: { id, event } }: { readonly row: CompactedRow }) {
  const { summary, tokens_before: before, tokens_after: after } = event;
  return (
    <Fold
      id={id}
      title={
        <span className="hint">
          Conversation {summary === null ? "shortened" : "summarized"} for the model ({describeCount(before)}{" "}
          → {describeCount(after)} tokens)
        </span>
      }
    >
      <div className={styles.reasoning}>
        {summary === null ? (
          <p>The model does not see long outputs anymore. This transcript is complete.</p>
        ) : (
          <AgentText text={summary} />
        )}
      </div>
    </Fold>
  );
}

export function RetryLine({ row }: { readonly row: RetryRow }) {
  const text = describeRetry(
    row,
    useFeedPart(({ view }) => rowAfter(view, row.id)),
  );
  return text !== null && <p className={styles.line}>{text}</p>;
}

export function RollbackLine({ row: { event } }: { readonly row: RollbackRow }) {
  const { published_at: publishedAt } = event;
  return (
    <p className={styles.line}>
      {publishedAt === null ? (
        "The files were lost: nothing of them had been published"
      ) : (
        <>
          Files were rolled back to{" "}
          <time dateTime={publishedAt}>{new Date(publishedAt).toLocaleString("en")}</time>: what was written
          after that is lost
        </>
      )}
    </p>
  );
}
