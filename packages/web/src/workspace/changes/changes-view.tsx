import { Download, Info, TriangleAlert } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { Changes } from "../../api/changes.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/error-notice.tsx";
import { QueryView, type Query } from "../../ui/query-view.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ChangedFile } from "./changed-file.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import styles from "./changes-screen.module.css";
import { CommentDialog } from "./comment-dialog.tsx";
import type { CommentTarget } from "./comment-text.ts";
import { describeTotals, describeViewed } from "./describe-changes.ts";
import { parsePatch } from "./parse-patch.ts";
import { useViewed } from "./use-viewed.ts";

interface ChangesViewProps {
  readonly workspaceId: string;
  /** The session that comments are for. Default: there are none. */
  readonly sessionId?: string;
  readonly query: Query<Changes>;
  /** What is compared. */
  readonly head: ReactNode;
  /** About what is compared, if something changed. */
  readonly note?: string | null;
  /** The path of the selected file. Default: the first. */
  readonly file: string | null;
  readonly onFile: (path: string) => void;
  /** The id of what is compared: it is the name of the patch, and marks as viewed are for it. */
  readonly name: string;
  /** Shown if nothing changed. */
  readonly empty: ReactNode;
}

/** Changes of files, one of them side by side. */
export function ChangesView(props: ChangesViewProps) {
  const { workspaceId, sessionId, query, head, note = null, file, onFile, name, empty } = props;
  const { data } = query;
  const [target, setTarget] = useState<CommentTarget | null>(null);
  const patch = useMemo(() => parsePatch(data?.diff ?? ""), [data?.diff]);
  const viewed = useViewed(`${workspaceId}/${name}`, patch.files);
  return (
    <div className={classNames("fill", styles.screen)}>
      <div className={styles.tools}>
        {head}
        {data !== undefined && data.files.length > 0 && (
          <>
            <p className="muted" aria-live="polite">
              {describeTotals(data.files)}
              {patch.files.size > 0 &&
                `, ${describeViewed(viewed.paths.size, patch.files.size, data.files.length)}`}
              {note !== null && <span className={styles.note}>{note}</span>}
            </p>
            <Button icon={<Download />} onClick={() => saveFile(data.diff, `${name}.patch`, "text/x-diff")}>
              Download patch
            </Button>
          </>
        )}
      </div>
      {data?.overlapped === true && (
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
      <QueryView query={query}>
        {({ files }) => {
          const shown = files.find(({ path }) => path === file) ?? files[0];
          return shown === undefined ? (
            empty
          ) : (
            <div className={classNames("split", styles.split)}>
              <ChangedFiles files={files} viewed={viewed.paths} shown={shown.path} onShow={onFile} />
              <ChangedFile
                key={shown.path}
                workspaceId={workspaceId}
                onComment={sessionId === undefined ? undefined : setTarget}
                file={shown}
                patched={patch.files.get(shown.path) ?? null}
                isViewed={viewed.paths.has(shown.path)}
                onViewed={(isViewed) => viewed.change(shown.path, isViewed)}
              />
            </div>
          );
        }}
      </QueryView>
      {target !== null && sessionId !== undefined && (
        <CommentDialog
          workspaceId={workspaceId}
          sessionId={sessionId}
          target={target}
          onClose={() => setTarget(null)}
        />
      )}
    </div>
  );
}
