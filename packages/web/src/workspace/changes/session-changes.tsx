import type { Session } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { FileCheck2 } from "lucide-react";
import { changesQuery } from "../../api/changes.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/field.tsx";
import { ChangesView } from "./changes-view.tsx";
import { describeSession } from "./describe-changes.ts";

interface SessionChangesProps {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly sessions: readonly Session[];
  readonly file: string | null;
  readonly onSession: (id: string) => void;
  readonly onFile: (path: string) => void;
}

export function SessionChanges(props: SessionChangesProps) {
  const { workspaceId, sessionId, sessions, file, onSession, onFile } = props;
  const listed = sessions.find(({ id }) => id === sessionId);
  const older = useQuery({ ...sessionQuery(workspaceId, sessionId), enabled: listed === undefined });
  const session = listed ?? older.data;
  const isLive = session !== undefined && session.status !== "idle";
  const changes = useQuery(changesQuery(workspaceId, sessionId, isLive));
  const options = sessions.map((each) => ({ value: each.id, label: describeSession(each) }));
  if (listed === undefined) {
    const label = session === undefined ? sessionId : describeSession(session);
    options.push({ value: sessionId, label });
  }
  return (
    <ChangesView
      workspaceId={workspaceId}
      query={changes}
      head={<Select label="Session" value={sessionId} onChange={onSession} options={options} />}
      file={file}
      onFile={onFile}
      patchName={`${sessionId}.patch`}
      empty={
        <EmptyState icon={<FileCheck2 />} title={isLive ? "No changes so far" : "No changes"}>
          {isLive
            ? "The session is still running."
            : "Files that Git ignores, and files in .git and node_modules, are not included."}
        </EmptyState>
      }
    />
  );
}
