import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionsQuery } from "../../../api/sessions.ts";
import { titleAmong } from "./session-title.ts";

interface SessionLinkProps {
  readonly workspaceId: string;
  readonly sessionId: string;
}

/** A link to a session with its title. */
export function SessionLink({ workspaceId, sessionId }: SessionLinkProps) {
  const { data } = useInfiniteQuery(sessionsQuery(workspaceId));
  const sessions = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Link to="/workspaces/$id/chat" params={{ id: workspaceId }} search={{ session: sessionId }}>
      {titleAmong(sessions, sessionId)}
    </Link>
  );
}
