import { GitFork } from "lucide-react";
import { useForkHere } from "../use-fork-here.ts";
import { IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { UserRow } from "../log/row.ts";
import { AgentText } from "../text/agent-text.tsx";
import { Pictures } from "./pictures.tsx";
import styles from "./rows.module.css";

/** What a person said. A fork begins before it, with its words in the composer. */
export function UserMessage({ row }: { readonly row: UserRow }) {
  const fork = useForkHere();
  return (
    <article
      className={styles.user}
      aria-label={row.isSteering ? "Your message, added to the running turn" : "Your message"}
    >
      <div className={styles.bubble}>
        <AgentText text={row.text} />
        {row.images.length > 0 && <Pictures images={row.images} />}
      </div>
      <p className={styles.actions}>
        <span className={styles.buttons}>
          <CopyButton text={row.text} label="Copy message" />
          <IconButton
            label="Fork before this message"
            icon={<GitFork />}
            disabled={fork.isBusy}
            onClick={() => fork.begin(row.messageId, row.text)}
          />
        </span>
        {row.isSteering && <span>Joined the running turn</span>}
        <RelativeTime at={row.at} />
      </p>
    </article>
  );
}
