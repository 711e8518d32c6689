import { memo } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { useLiveItem, useRow } from "../feed/use-session-feed.ts";
import type { Row } from "../log/row.ts";
import type { LiveItem } from "../log/session-view.ts";
import { AgentText } from "../text/agent-text.tsx";
import { LongOutput } from "../text/long-output.tsx";
import { EndLine } from "./end-line.tsx";
import { Fold } from "./fold.tsx";
import { RewindLine } from "./rewind-line.tsx";
import { CompactedLine, NoteLine, OriginLine, RetryLine, RollbackLine } from "./service-lines.tsx";
import { ToolCard } from "./tool-card.tsx";
import { UserMessage } from "./user-message.tsx";
import { MessageActions } from "./message-actions.tsx";
import styles from "./rows.module.css";

interface RowViewProps {
  readonly id: string;
  /** A search has found it last. */
  readonly isFound: boolean;
}

/** A row of the transcript. The row of an item in progress becomes that of the completed item. */
export const RowView = memo(function RowView({ id, isFound }: RowViewProps) {
  const row = useRow(id);
  const live = useLiveItem(id);
  return (
    <div className={classNames("column", styles.row)} data-row={id} data-found={isFound || undefined}>
      {row !== undefined ? <KnownRow row={row} /> : live !== undefined && <LiveRow item={live} />}
    </div>
  );
});

function KnownRow({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case "origin":
      return <OriginLine row={row} />;
    case "user":
      return <UserMessage row={row} />;
    case "text":
      return (
        <article className={styles.message} aria-label="Agent" data-failed={row.isFailed || undefined}>
          {row.isFailed && <p className="hint">This response was interrupted and discarded.</p>}
          <AgentText text={row.text} />
          {!row.isFailed && <MessageActions row={row} />}
        </article>
      );
    case "reasoning":
      return <Reasoning item={row} title={row.isFailed ? "Reasoning (discarded)" : "Reasoning"} />;
    case "call":
      return <ToolCard row={row} />;
    case "note":
      return <NoteLine row={row} />;
    case "compacted":
      return <CompactedLine row={row} />;
    case "retry":
      return <RetryLine row={row} />;
    case "end":
      return <EndLine row={row} />;
    case "rewind":
      return <RewindLine row={row} />;
    case "rollback":
      return <RollbackLine row={row} />;
  }
}

interface ReasoningProps {
  readonly item: Pick<LiveItem, "id" | "text">;
  readonly title: string;
  readonly isLive?: boolean;
}

function Reasoning({ item: { id, text }, title, isLive = false }: ReasoningProps) {
  return (
    <Fold id={id} title={<span className="hint">{title}</span>}>
      <div className={styles.reasoning}>
        <AgentText text={text} isLive={isLive} />
      </div>
    </Fold>
  );
}

function LiveRow({ item }: { readonly item: LiveItem }) {
  switch (item.kind) {
    case "message":
      return (
        <article className={styles.message} aria-label="Agent" aria-busy>
          <AgentText text={item.text} isLive />
        </article>
      );
    case "reasoning":
      return <Reasoning item={item} title="Reasoning…" isLive />;
    case "tool_call":
      return (
        <Fold id={item.id} title={<span className="hint">Writing a tool call…</span>}>
          <LongOutput text={item.text} label="Arguments" isExact />
        </Fold>
      );
  }
}
