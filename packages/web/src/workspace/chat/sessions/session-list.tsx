import type { Session } from "@workspace-agent/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitFork, Plus } from "lucide-react";
import { sessionsQuery } from "../../../api/sessions.ts";
import { Status } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { MoreRows } from "../../../ui/more-rows.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SkeletonRows } from "../../../ui/spinner.tsx";
import { visibleText } from "../text/visible-text.ts";
import { titleAmong } from "./origin.tsx";
import styles from "./session-list.module.css";
import { listedSessions, sessionState, sessionTitle, type ListedSession } from "./session-title.ts";

interface SessionListProps {
  readonly workspaceId: string;
  readonly shownId: string | null;
}

/** All conversations of the workspace with their state. */
export function SessionList({ workspaceId, shownId }: SessionListProps) {
  const list = useInfiniteQuery(sessionsQuery(workspaceId));
  const sessions = list.data?.pages.flatMap(({ items }) => items) ?? [];
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
      {list.isPending && <SkeletonRows count={4} />}
      {list.isError && list.data === undefined && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && sessions.length === 0 && <p className={styles.none}>No session yet.</p>}
      <ul className={styles.entries}>
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
      <MoreRows list={list} />
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
        className={styles.entry}
        aria-current={isShown ? "page" : undefined}
        preload={false}
      >
        <span className={styles.title}>{visibleText(sessionTitle(session))}</span>
        {session.forked_from !== null && (
          <span className={styles.origin}>
            <GitFork aria-hidden /> Forked from {titleAmong(sessions, session.forked_from.session_id)}
          </span>
        )}
        <span className={styles.state}>
          {state === null ? (
            <RelativeTime at={session.last_active_at} />
          ) : (
            <Status tone={state.tone}>{state.words}</Status>
          )}
        </span>
      </Link>
    </li>
  );
}
