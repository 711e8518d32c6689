import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompareArrows, MessageSquare } from "lucide-react";
import { recentSessionsQuery } from "../../api/sessions.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { changesRoute } from "./route.ts";
import { SessionChanges } from "./session-changes.tsx";

/** The changes of a session, by default of the latest one, or of one of its turns. */
export function ChangesScreen() {
  const { id } = changesRoute.useParams();
  const { session: chosen, turn, file } = changesRoute.useSearch();
  const navigate = changesRoute.useNavigate();
  const list = useQuery(recentSessionsQuery(id));
  return (
    <QueryView query={list}>
      {(sessions) => {
        const sessionId = chosen ?? sessions[0]?.id;
        return sessionId === undefined ? (
          <EmptyState
            icon={<GitCompareArrows />}
            title="No changes yet"
            action={
              <Link to="/workspaces/$id/chat" params={{ id }} className={buttonClass({ kind: "primary" })}>
                <MessageSquare aria-hidden /> Give the agent a task
              </Link>
            }
          >
            The changes that a session makes to files are shown here.
          </EmptyState>
        ) : (
          <SessionChanges
            key={sessionId}
            workspaceId={id}
            sessionId={sessionId}
            turnId={turn ?? null}
            sessions={sessions}
            file={file ?? null}
            onSession={(session) => void navigate({ search: { session } })}
            onTurn={(turnId) =>
              void navigate({ search: { session: sessionId, ...(turnId !== null && { turn: turnId }) } })
            }
            onFile={(path) => void navigate({ search: (now) => ({ ...now, file: path }), replace: true })}
          />
        );
      }}
    </QueryView>
  );
}
