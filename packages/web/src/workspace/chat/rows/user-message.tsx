import { Labels } from "../../../ui/badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { UserRow } from "../log/row.ts";
import { AgentText } from "../text/agent-text.tsx";
import { Attachments } from "./attachments.tsx";
import { Images } from "./images.tsx";
import { MessageActions } from "./message-actions.tsx";
import styles from "./rows.module.css";
import { useActor } from "./use-actor.ts";

export function UserMessage({ row }: { readonly row: UserRow }) {
  const actor = useActor(row.by);
  // One's own messages do not say who sent them.
  const sender = actor === null || actor.isSelf ? null : actor.name;
  const label = sender === null ? "Your message" : `Message of ${sender}`;
  return (
    <article
      className={styles.user}
      aria-label={row.isSteering ? `${label}, added to the running turn` : label}
    >
      <div className={styles.bubble}>
        <AgentText text={row.text} />
        {row.images.length > 0 && <Images images={row.images} />}
        {row.attachments.length > 0 && <Attachments attachments={row.attachments} />}
      </div>
      <p className="cluster hint">
        <MessageActions row={row} />
        {Object.keys(row.metadata).length > 0 && <Labels labels={row.metadata} />}
        {row.isSteering && <span>Joined the running turn</span>}
        {sender !== null && <span>{sender}</span>}
        <RelativeTime at={row.at} />
      </p>
    </article>
  );
}
