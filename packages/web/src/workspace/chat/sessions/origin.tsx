import type { Session } from "@workspace-agent/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionsQuery } from "../../../api/sessions.ts";
import { visibleText } from "../text/visible-text.ts";
import { sessionTitle } from "./session-title.ts";

/** What the session with an id is called, among those that are listed. */
export function titleAmong(sessions: readonly Session[], id: string): string {
  const found = sessions.find((session) => session.id === id);
  return found === undefined ? "another session" : visibleText(sessionTitle(found));
}

interface SessionLinkProps {
  readonly workspaceId: string;
  readonly sessionId: string;
}

/** Leads to a session by its title. */
export function SessionLink({ workspaceId, sessionId }: SessionLinkProps) {
  const { data } = useInfiniteQuery(sessionsQuery(workspaceId));
  const sessions = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session: sessionId }}>
      {titleAmong(sessions, sessionId)}
    </Link>
  );
}
