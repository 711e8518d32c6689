import { GitFork } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import type { TextRow, UserRow } from "../log/row.ts";
import { useFork } from "../use-fork.ts";
import { MessageMenu } from "./message-menu.tsx";
import styles from "./rows.module.css";

/** A fork starts after a message of the agent, or before one of the user, which becomes the draft. */
export function MessageActions({ row }: { readonly row: TextRow | UserRow }) {
  const fork = useFork();
  const isUser = row.kind === "user";
  return (
    <span className={styles.buttons}>
      <CopyButton text={row.text} label="Copy message" />
      <IconButton
        label={isUser ? "Fork before this message" : "Fork after this message"}
        icon={<GitFork />}
        disabled={fork.isBusy}
        onClick={() => fork.begin(row.messageId, isUser ? row : undefined)}
      />
      {isUser && <MessageMenu row={row} />}
    </span>
  );
}
