import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompareArrows, MessageSquare } from "lucide-react";
import { recentSessionsQuery } from "../../api/changes.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import styles from "./changes-screen.module.css";
import { changesRoute } from "./route.ts";
import { SessionChanges } from "./session-changes.tsx";

/** What a session has changed in the files: the one that was looked at, or else the newest. */
export function ChangesScreen() {
  const { id } = changesRoute.useParams();
  const { session: chosen, file } = changesRoute.useSearch();
  const navigate = changesRoute.useNavigate();
  const sessions = useQuery(recentSessionsQuery(id));
  if (sessions.isPending) return <SkeletonRows />;
  if (sessions.data === undefined) {
    return (
      <div className={styles.notice}>
        <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
      </div>
    );
  }
  const sessionId = chosen ?? sessions.data[0]?.id;
  if (sessionId === undefined) {
    return (
      <EmptyState
        icon={<GitCompareArrows />}
        title="Nothing has been changed yet"
        action={
          <Link to="/workspaces/$id/chat" params={{ id }} className={buttonClass({ kind: "primary" })}>
            <MessageSquare aria-hidden /> Give the agent a task
          </Link>
        }
      >
        When a session has written files, they are compared here with what was there before.
      </EmptyState>
    );
  }
  return (
    <SessionChanges
      key={sessionId}
      workspaceId={id}
      sessionId={sessionId}
      sessions={sessions.data}
      file={file ?? null}
      onSession={(session) => void navigate({ search: { session } })}
      onFile={(path) => void navigate({ search: (now) => ({ ...now, file: path }), replace: true })}
    />
  );
}
