import type { Session } from "@workspace-agent/client";
import { useQuery } from "@tanstack/react-query";
import { Download, FileCheck2, Info, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { changesQuery } from "../../api/changes.ts";
import { sessionQuery } from "../../api/sessions.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/error-notice.tsx";
import { Select } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { saveFile } from "../../ui/save-file.ts";
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
  const options = sessions.map((each) => ({ value: each.id, label: describeSession(each) }));
  if (listed === undefined) {
    const label = session === undefined ? sessionId : describeSession(session);
    options.push({ value: sessionId, label });
  }
  return (
    <div className={classNames("fill", styles.screen)}>
      <div className={styles.tools}>
        <Select label="Session" value={sessionId} onChange={onSession} options={options} />
        {changes.data !== undefined && changes.data.files.length > 0 && (
          <>
            <p className="muted" aria-live="polite">
              {describeTotals(changes.data.files)}
            </p>
            <Button
              icon={<Download />}
              onClick={() => saveFile(changes.data.diff, `${sessionId}.patch`, "text/x-diff")}
            >
              Download patch
            </Button>
          </>
        )}
      </div>
      {changes.data?.overlapped === true && (
        <div className={styles.notice}>
          <Notice kind="warn" icon={<TriangleAlert />}>
            Another session changed files at the same time. Its changes are included here.
          </Notice>
        </div>
      )}
      {patch.comments.length > 0 && (
        <div className={styles.notice}>
          <Notice icon={<Info />}>Not in the patch: {patch.comments.join("; ")}.</Notice>
        </div>
      )}
      <QueryView query={changes}>
        {({ files }) => {
          const shown = files.find(({ path }) => path === file) ?? files[0];
          return shown === undefined ? (
            <EmptyState icon={<FileCheck2 />} title={isLive ? "No changes so far" : "No changes"}>
              {isLive
                ? "The session is still running."
                : "Files that Git ignores, and files in .git and node_modules, are not included."}
            </EmptyState>
          ) : (
            <div className={classNames("split", styles.split)}>
              <ChangedFiles files={files} shown={shown.path} onShow={onFile} />
              <ChangedFile
                workspaceId={workspaceId}
                file={shown}
                patched={patch.files.get(shown.path) ?? null}
              />
            </div>
          );
        }}
      </QueryView>
    </div>
  );
}
