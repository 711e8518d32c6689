import { ArrowLeft, Download } from "lucide-react";
import { downloadAddress, type Volume } from "../../api/files.ts";
import { IconButton } from "../../ui/button.tsx";
import { download, EntryMenu } from "./entry-menu.tsx";
import { FilePanel } from "./file-panel.tsx";
import styles from "./files-screen.module.css";
import { FolderPanel } from "./folder-panel.tsx";
import { nameOf } from "./paths.ts";

export interface PlaceProps {
  readonly workspaceId: string;
  readonly volume: Volume;
  readonly path: string;
  readonly onShow: (volume: Volume, path: string) => void;
}

interface EntryPanelProps extends PlaceProps {
  readonly kind: "folder" | "file" | "link";
  /** Back to the tree, where there is room for one of both only. */
  readonly onBack?: () => void;
}

export const mountOf = (volume: Volume) => (volume === "own" ? "/workspace" : "/mnt/afs");

/** What is chosen in the tree: a folder and what can be done in it, or a file. */
export function EntryPanel({ kind, onBack, ...place }: EntryPanelProps) {
  const { workspaceId, volume, path } = place;
  const full = path === "" ? mountOf(volume) : `${mountOf(volume)}/${path}`;
  return (
    <section className={styles.panel} aria-label={full}>
      <header className={styles.head}>
        {onBack !== undefined && <IconButton label="All files" icon={<ArrowLeft />} onClick={onBack} />}
        <h2 className={styles.title}>
          <bdi>{full}</bdi>
        </h2>
        {kind !== "folder" && (
          <IconButton
            label={`Download ${nameOf(path)}`}
            icon={<Download />}
            onClick={() => download(downloadAddress(workspaceId, volume, path, "file"))}
          />
        )}
        {path !== "" && <EntryMenu {...place} isFolder={kind === "folder"} />}
      </header>
      {kind === "folder" ? <FolderPanel {...place} /> : <FilePanel {...place} />}
    </section>
  );
}
