import { useQuery } from "@tanstack/react-query";
import { Download, FilePlus, FolderPlus, FolderUp, Upload } from "lucide-react";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { downloadUrl, folderQuery } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { counted } from "../../ui/describe-amounts.ts";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { download } from "../../ui/save-file.ts";
import type { EntryProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";
import { NewEntryDialog } from "./new-entry-dialog.tsx";
import { useUploads } from "./upload-area.tsx";

export function FolderPanel(entry: EntryProps) {
  const { workspaceId, volume, path } = entry;
  const [creating, setCreating] = useState<"file" | "folder" | null>(null);
  const folder = useQuery(folderQuery(workspaceId, volume, path));
  const { pick } = useUploads();
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
  return (
    <div className={styles.content}>
      <p className="muted">
        {count === undefined ? "…" : counted(count, "entry", "entries")}
        {volume === "shared" && " · shared with other workspaces"}
      </p>
      <div className="cluster">
        <Button icon={<Upload />} onClick={() => pick("files")}>
          Upload files
        </Button>
        <Button icon={<FolderUp />} onClick={() => pick("folder")}>
          Upload folder
        </Button>
        <Button icon={<FilePlus />} onClick={() => setCreating("file")}>
          New file
        </Button>
        <Button icon={<FolderPlus />} onClick={() => setCreating("folder")}>
          New folder
        </Button>
        <Button icon={<Download />} onClick={() => download(downloadUrl(workspaceId, volume, path, "zip"))}>
          Download as zip
        </Button>
      </div>
      <div className={styles.drop}>
        <Upload aria-hidden />
        <p>{count === 0 && "This folder is empty. "}Drop files or folders here to upload them.</p>
      </div>
      {creating !== null && <NewEntryDialog {...entry} kind={creating} onClose={() => setCreating(null)} />}
    </div>
  );
}
