import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { UserRow } from "../log/row.ts";
import { AgentText } from "../text/agent-text.tsx";
import { Images } from "./images.tsx";
import { MessageActions } from "./message-actions.tsx";
import styles from "./rows.module.css";

export function UserMessage({ row }: { readonly row: UserRow }) {
  return (
    <article
      className={styles.user}
      aria-label={row.isSteering ? "Your message, added to the running turn" : "Your message"}
    >
      <div className={styles.bubble}>
        <AgentText text={row.text} />
        {row.images.length > 0 && <Images images={row.images} />}
      </div>
      <p className="cluster hint">
        <MessageActions row={row} />
        {row.isSteering && <span>Joined the running turn</span>}
        <RelativeTime at={row.at} />
      </p>
    </article>
  );
}
