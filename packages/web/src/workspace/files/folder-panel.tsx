import { useQuery } from "@tanstack/react-query";
import { Download, FilePlus, FolderPlus, FolderUp, Upload } from "lucide-react";
import { useState } from "react";
import { isProblem } from "../../api/describe-error.ts";
import { downloadAddress, folderQuery } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice, Notice } from "../../ui/error-notice.tsx";
import { download } from "./entry-menu.tsx";
import type { PlaceProps } from "./entry-panel.tsx";
import styles from "./files-screen.module.css";
import { NewEntryDialog } from "./new-entry-dialog.tsx";
import { useUploads } from "./upload-area.tsx";

export function FolderPanel({ workspaceId, volume, path, onShow }: PlaceProps) {
  const [making, setMaking] = useState<"file" | "folder" | null>(null);
  const folder = useQuery(folderQuery(workspaceId, volume, path));
  const { pick } = useUploads();
  if (folder.isError && folder.data === undefined) {
    return (
      <div className={styles.content}>
        {isProblem(folder.error, "afs_denied") ? (
          <Notice>
            This workspace has no access to the shared volume. Its config says so, at “Shared volume”.
          </Notice>
        ) : (
          <ErrorNotice error={folder.error} onRetry={() => void folder.refetch()} />
        )}
      </div>
    );
  }
  const count = folder.data?.entries.length;
  return (
    <div className={styles.content}>
      <p className={styles.facts}>
        {count === undefined ? "…" : `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`}
        {volume === "shared" && " · seen by every workspace with access"}
      </p>
      <div className={styles.deeds}>
        <Button icon={<Upload />} onClick={() => pick("files")}>
          Upload files
        </Button>
        <Button icon={<FolderUp />} onClick={() => pick("folder")}>
          Upload folder
        </Button>
        <Button icon={<FilePlus />} onClick={() => setMaking("file")}>
          New file
        </Button>
        <Button icon={<FolderPlus />} onClick={() => setMaking("folder")}>
          New folder
        </Button>
        <Button
          icon={<Download />}
          onClick={() => download(downloadAddress(workspaceId, volume, path, "zip"))}
        >
          Download as zip
        </Button>
      </div>
      <div className={styles.drop}>
        <Upload aria-hidden />
        <p>
          {count === 0 ? "This folder is empty. " : ""}Drop files and folders anywhere here to upload them.
        </p>
      </div>
      {making !== null && (
        <NewEntryDialog
          kind={making}
          workspaceId={workspaceId}
          volume={volume}
          folder={path}
          onClose={() => setMaking(null)}
          onMade={(made) => onShow(volume, made)}
        />
      )}
    </div>
  );
}
