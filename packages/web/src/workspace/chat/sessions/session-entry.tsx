import type { Session } from "@workspace-agent/client";
import { Link } from "@tanstack/react-router";
import { GitFork } from "lucide-react";
import { Status } from "../../../ui/badge.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { PinnedIcon, UnreadDot } from "../../../workspaces/personal/flags.tsx";
import styles from "./session-list.module.css";
import { sessionState, sessionTitle, titleAmong, type ListedSession } from "./session-title.ts";

interface SessionEntryProps {
  readonly entry: ListedSession;
  readonly sessions: readonly Session[];
  readonly workspaceId: string;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  readonly isUnread: boolean;
}

export function SessionEntry(props: SessionEntryProps) {
  const { entry, sessions, workspaceId, isShown, isPinned, isUnread } = props;
  const { session, isSubagent } = entry;
  const state = sessionState(session);
  return (
    <li data-subagent={isSubagent || undefined} data-unread={isUnread || undefined}>
      <Link
        to="/workspaces/$id/chat"
        params={{ id: workspaceId }}
        search={(before) => ({ ...before, session: session.id })}
        className="nav-entry"
        aria-current={isShown ? "page" : undefined}
        preload={false}
      >
        <span className={styles.line}>
          {isPinned && <PinnedIcon />}
          <span className={styles.title}>{sessionTitle(session)}</span>
          {isUnread && <UnreadDot />}
        </span>
        {session.forked_from !== null && (
          <span className={styles.origin}>
            <GitFork aria-hidden /> Forked from {titleAmong(sessions, session.forked_from.session_id)}
          </span>
        )}
        <span className={styles.state}>
          {state === null ? <RelativeTime at={session.last_active_at} /> : <Status {...state} />}
        </span>
      </Link>
    </li>
  );
}
