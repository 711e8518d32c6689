import { useQuery } from "@tanstack/react-query";
import { Download, FolderOpen } from "lucide-react";
import { isProblem } from "../../api/describe-error.ts";
import { isVolume } from "../../api/file-source.ts";
import { downloadUrl, folderQuery } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { download } from "../../ui/save-file.ts";
import { AddEntries, DropHint } from "./add-entries.tsx";
import type { EntryProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";

export function FolderPanel(entry: EntryProps) {
  const { workspaceId, source, path } = entry;
  const folder = useQuery(folderQuery(workspaceId, source, path));
  if (folder.isError && folder.data === undefined)
    return (
      <div className={styles.content}>
        {isProblem(folder.error, "afs_denied") ? (
          <Notice>
            This workspace has no access to the shared volume. You can change this in its config.
          </Notice>
        ) : (
          <ErrorNotice error={folder.error} onRetry={() => void folder.refetch()} />
        )}
      </div>
    );
  const count = folder.data?.entries.length;
  if (count === 0 && !isVolume(source))
    return (
      <EmptyState icon={<FolderOpen />} title="This folder is empty">
        It had no files when the snapshot was taken, or only ignored ones.
      </EmptyState>
    );
  return (
    <div className={styles.content}>
      <p className="muted">
        {count === undefined ? "…" : counted(count, "entry", "entries")}
        {source === "shared" && " · shared with other workspaces"}
      </p>
      <div className="cluster">
        {isVolume(source) && <AddEntries {...entry} source={source} />}
        <Button icon={<Download />} onClick={() => download(downloadUrl(workspaceId, source, path, "zip"))}>
          Download as zip
        </Button>
      </div>
      {isVolume(source) && <DropHint isEmpty={count === 0} />}
    </div>
  );
}
