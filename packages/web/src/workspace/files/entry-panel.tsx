import { ArrowLeft, Download } from "lucide-react";
import { downloadUrl, type Volume } from "../../api/files.ts";
import { IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { download } from "../../ui/save-file.ts";
import { EntryMenu } from "./entry-menu.tsx";
import { FilePanel } from "./file-panel.tsx";
import styles from "./files-screen.module.css";
import { FolderPanel } from "./folder-panel.tsx";
import { mountPath, nameOf } from "./paths.ts";

export interface EntryProps {
  readonly workspaceId: string;
  readonly volume: Volume;
  readonly path: string;
  readonly onShow: (volume: Volume, path: string) => void;
}

interface EntryPanelProps extends EntryProps {
  readonly isFolder: boolean;
  /** When the shown files were published, if another host changes the current ones. */
  readonly publishedAt: string | null;
  /** Goes back to the tree on a narrow screen, which shows one of both. */
  readonly onBack?: () => void;
}

/** The file or folder that is selected in the tree. */
export function EntryPanel({ isFolder, publishedAt, onBack, ...entry }: EntryPanelProps) {
  const { workspaceId, volume, path } = entry;
  const full = mountPath(volume, path);
  return (
    <section className="fill" aria-label={full}>
      <header className={styles.bar}>
        {onBack !== undefined && <IconButton label="All files" icon={<ArrowLeft />} onClick={onBack} />}
        <h2 className={classNames("clipped", styles.title)}>
          <bdi>{full}</bdi>
        </h2>
        {!isFolder && (
          <IconButton
            label={`Download ${nameOf(path)}`}
            icon={<Download />}
            onClick={() => download(downloadUrl(workspaceId, volume, path, "file"))}
          />
        )}
        {path !== "" && <EntryMenu {...entry} isFolder={isFolder} />}
      </header>
      {publishedAt !== null && (
        <p className={classNames("hint", styles.published)}>
          As of <time dateTime={publishedAt}>{new Date(publishedAt).toLocaleString("en")}</time>: the files
          are in use on another host
        </p>
      )}
      {isFolder ? <FolderPanel {...entry} /> : <FilePanel {...entry} />}
    </section>
  );
}
