import type { Session } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Download, FileCheck2, Info, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { changesQuery } from "../../api/changes.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { saveAs } from "../../ui/save-as.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { Select } from "../../ui/field.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { ChangedFile } from "./changed-file.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import styles from "./changes-screen.module.css";
import { describeSession, describeTotals } from "./describe-changes.ts";
import { parsePatch } from "./parse-patch.ts";

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
  const patch = useMemo(() => parsePatch(changes.data?.diff ?? ""), [changes.data?.diff]);
  const files = changes.data?.files ?? [];
  const shown = files.find(({ path }) => path === file) ?? files[0];
  const options = sessions.map((each) => ({ value: each.id, label: describeSession(each) }));
  if (listed === undefined) {
    const label = session === undefined ? sessionId : describeSession(session);
    options.push({ value: sessionId, label });
  }
  return (
    <div className={styles.screen}>
      <div className={styles.tools}>
        <div className={styles.choice}>
          <Select label="Session" value={sessionId} onChange={onSession} options={options} />
        </div>
        {changes.data !== undefined && files.length > 0 && (
          <>
            <p className={styles.totals} aria-live="polite">
              {describeTotals(files)}
            </p>
            <Button
              icon={<Download />}
              onClick={() => saveAs(changes.data.diff, `${sessionId}.patch`, "text/x-diff")}
            >
              Download patch
            </Button>
          </>
        )}
      </div>
      {changes.isPending && <SkeletonRows />}
      {changes.isError && changes.data === undefined && (
        <div className={styles.notice}>
          <ErrorNotice error={changes.error} onRetry={() => void changes.refetch()} />
        </div>
      )}
      {changes.data?.overlapped === true && (
        <div className={styles.notice}>
          <Notice kind="warn" icon={<TriangleAlert />}>
            Another session of this workspace wrote at the same time: its changes are among these.
          </Notice>
        </div>
      )}
      {patch.remarks.length > 0 && (
        <div className={styles.notice}>
          <Notice icon={<Info />}>Not in the patch: {patch.remarks.join("; ")}.</Notice>
        </div>
      )}
      {changes.data !== undefined && shown === undefined && (
        <EmptyState
          icon={<FileCheck2 />}
          title={isLive ? "No changes so far" : "This session changed no files"}
        >
          {isLive
            ? "It is at work; what it writes appears here."
            : "Files that git ignores, and what is in .git and node_modules, are left out."}
        </EmptyState>
      )}
      {shown !== undefined && (
        <div className={styles.split}>
          <ChangedFiles files={files} shown={shown.path} onShow={onFile} />
          <ChangedFile workspaceId={workspaceId} file={shown} patched={patch.files.get(shown.path) ?? null} />
        </div>
      )}
    </div>
  );
}
