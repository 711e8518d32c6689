import { useChat } from "../chat-context.ts";
import { describeCount } from "../describe-amounts.ts";
import { useFeedPart } from "../feed/use-session-feed.ts";
import type { CompactedRow, NoteRow, OriginRow, RetryRow } from "../log/row.ts";
import { SessionLink } from "../sessions/origin.tsx";
import { AgentText } from "../text/agent-text.tsx";
import { visibleText } from "../text/visible-text.ts";
import { Fold } from "./fold.tsx";
import styles from "./rows.module.css";
import { noteBesideEnd, retryWords, rowAfter } from "./told-once.ts";

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
  const end = useFeedPart(({ view }) => view.rows.get(`end-${row.turnId}`));
  if (!row.isForModel) {
    const words = noteBesideEnd(row.text, end?.kind === "end" ? end.turn : null);
    return words !== null && <p className={styles.note}>{visibleText(words)}</p>;
  }
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

export function RetryLine({ row }: { readonly row: RetryRow }) {
  const words = retryWords(
    row,
    useFeedPart(({ view }) => rowAfter(view, row.id)),
  );
  return words !== null && <p className={styles.line}>{words}</p>;
}
