import type { Session } from "@workspace-agent/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileCheck2, MessageSquare } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { changesQuery } from "../../api/changes.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { turnChangesQuery } from "../../api/turn-changes.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/field.tsx";
import { drafts } from "../chat/composer/drafts.ts";
import { ChangesView } from "./changes-view.tsx";
import { describeSession, describeUntil } from "./describe-changes.ts";
import { TurnSelect } from "./turn-select.tsx";

interface SessionChangesProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  /** Null: all turns. */
  readonly turnId: string | null;
  readonly sessions: readonly Session[];
  readonly file: string | null;
  readonly onSession: (id: string) => void;
  readonly onTurn: (id: string | null) => void;
  readonly onFile: (path: string) => void;
}

export function SessionChanges(props: SessionChangesProps) {
  const { workspaceId, sessionId, turnId, sessions, file, onSession, onTurn, onFile } = props;
  const listed = sessions.find(({ id }) => id === sessionId);
  const older = useQuery({ ...sessionQuery(workspaceId, sessionId), enabled: listed === undefined });
  const session = listed ?? older.data;
  const isLive = session !== undefined && session.status !== "idle";
  const ofAll = useQuery({ ...changesQuery(workspaceId, sessionId, isLive), enabled: turnId === null });
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLive) return;
    const { queryKey } = changesQuery(workspaceId, sessionId, isLive);
    // The last poll may have been before the last change.
    return () => void queries.invalidateQueries({ queryKey, exact: true });
  }, [isLive, queries, workspaceId, sessionId]);
  const ofTurn = useQuery({
    ...turnChangesQuery(workspaceId, sessionId, turnId ?? ""),
    enabled: turnId !== null,
  });
  const options = sessions.map((each) => ({ value: each.id, label: describeSession(each) }));
  if (listed === undefined) {
    const label = session === undefined ? sessionId : describeSession(session);
    options.push({ value: sessionId, label });
  }
  return (
    <ChangesView
      workspaceId={workspaceId}
      sessionId={sessionId}
      query={turnId === null ? ofAll : ofTurn}
      head={
        <>
          <Select label="Session" value={sessionId} onChange={onSession} options={options} />
          <TurnSelect workspaceId={workspaceId} sessionId={sessionId} turnId={turnId} onTurn={onTurn} />
          <MessageLink workspaceId={workspaceId} sessionId={sessionId} />
        </>
      }
      file={file}
      onFile={onFile}
      name={turnId ?? sessionId}
      note={turnId === null || ofTurn.data === undefined ? null : describeUntil(ofTurn.data.until)}
      empty={
        <EmptyState icon={<FileCheck2 />} title={isLive ? "No changes so far" : "No changes"}>
          {describeEmpty(turnId, isLive)}
        </EmptyState>
      }
    />
  );
}

function describeEmpty(turnId: string | null, isLive: boolean): string {
  if (turnId !== null)
    return "The turn changed no files, or the snapshot from before it was removed or never taken.";
  return isLive
    ? "The session is still running."
    : "Files that Git ignores, and files in .git and node_modules, are not included.";
}

/** Leads to the message that the comments are in. */
function MessageLink({ workspaceId, sessionId }: Pick<SessionChangesProps, "workspaceId" | "sessionId">) {
  const hasText = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.read(workspaceId, sessionId).text.trim() !== "",
  );
  if (!hasText) return null;
  return (
    <Link
      to="/workspaces/$id/chat"
      params={{ id: workspaceId }}
      search={{ session: sessionId }}
      className={buttonClass({ kind: "primary" })}
    >
      <MessageSquare aria-hidden /> Finish your message
    </Link>
  );
}
