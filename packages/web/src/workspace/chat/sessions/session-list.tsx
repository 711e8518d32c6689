import type { Session } from "@workspace-agent/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitFork, Plus } from "lucide-react";
import { sessionsQuery } from "../../../api/sessions.ts";
import { Status } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { PagedView } from "../../../ui/query-view.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import styles from "./session-list.module.css";
import {
  listedSessions,
  sessionState,
  sessionTitle,
  titleAmong,
  type ListedSession,
} from "./session-title.ts";

interface SessionListProps {
  readonly workspaceId: string;
  readonly shownId: string | null;
}

export function SessionList({ workspaceId, shownId }: SessionListProps) {
  const list = useInfiniteQuery(sessionsQuery(workspaceId));
  return (
    <nav aria-label="Sessions" className={styles.list}>
      <Link
        to="/workspaces/$id/chat"
        params={{ id: workspaceId }}
        search={{}}
        className={buttonClass()}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        <Plus />
        New session
      </Link>
      <PagedView query={list} rows={4} empty={<p className="hint">No sessions yet.</p>}>
        {(sessions) => (
          <ul>
            {listedSessions(sessions, shownId).map((entry) => (
              <Entry
                key={entry.session.id}
                entry={entry}
                sessions={sessions}
                workspaceId={workspaceId}
                isShown={entry.session.id === shownId}
              />
            ))}
          </ul>
        )}
      </PagedView>
    </nav>
  );
}

interface EntryProps {
  readonly entry: ListedSession;
  readonly sessions: readonly Session[];
  readonly workspaceId: string;
  readonly isShown: boolean;
}

function Entry({ entry: { session, isSubagent }, sessions, workspaceId, isShown }: EntryProps) {
  const state = sessionState(session);
  return (
    <li data-subagent={isSubagent || undefined}>
      <Link
        to="/workspaces/$id/chat"
        params={{ id: workspaceId }}
        search={{ session: session.id }}
        className="nav-entry"
        aria-current={isShown ? "page" : undefined}
        preload={false}
      >
        <span className={styles.title}>{sessionTitle(session)}</span>
        {session.forked_from !== null && (
          <span className={styles.origin}>
            <GitFork aria-hidden /> Forked from {titleAmong(sessions, session.forked_from.session_id)}
          </span>
        )}
        <span className={styles.state}>
          {state === null ? (
            <RelativeTime at={session.last_active_at} />
          ) : (
            <Status tone={state.tone}>{state.text}</Status>
          )}
        </span>
      </Link>
    </li>
  );
}
