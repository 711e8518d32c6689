import { Link } from "@tanstack/react-router";
import { ArrowLeft, Download, Link2 } from "lucide-react";
import { Fragment } from "react";
import { isVolume, type FileSource } from "../../api/file-source.ts";
import { downloadUrl } from "../../api/files.ts";
import { IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { download } from "../../ui/save-file.ts";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { EntryMenu } from "./entry-menu.tsx";
import { FilePanel } from "./file-panel.tsx";
import styles from "./files-screen.module.css";
import { FolderPanel } from "./folder-panel.tsx";
import { foldersAbove, mountPath, nameOf, searchOf } from "./paths.ts";
import type { EntryKind } from "./tree.ts";

export interface EntryProps<Source extends FileSource = FileSource> {
  readonly workspaceId: string;
  readonly source: Source;
  readonly path: string;
  /** Selects another path of the source. */
  readonly onShow: (path: string) => void;
}

interface EntryPanelProps extends EntryProps {
  /** Null while it is not known. */
  readonly kind: EntryKind | null;
  /** When the files were published that are shown instead of the current ones. Null: they are the current ones. */
  readonly publishedAt: string | null;
  /** Goes back to the tree on a narrow screen, which shows one of both. */
  readonly onBack?: () => void;
}

/** The file or folder that is selected in the tree. */
export function EntryPanel({ kind, publishedAt, onBack, ...entry }: EntryPanelProps) {
  const { workspaceId, source, path } = entry;
  // A volume follows links.
  const isFile = kind === "file" || (kind === "link" && isVolume(source));
  return (
    <section className="fill" aria-label={mountPath(source, path)}>
      <header className={styles.bar}>
        {onBack !== undefined && <IconButton label="All files" icon={<ArrowLeft />} onClick={onBack} />}
        <Trail source={source} path={path} />
        {isFile && (
          <IconButton
            label={`Download ${nameOf(path)}`}
            icon={<Download />}
            onClick={() => download(downloadUrl(workspaceId, source, path, "file"))}
          />
        )}
        {isVolume(source) && path !== "" && kind !== null && (
          <EntryMenu {...entry} source={source} isFolder={kind === "folder"} />
        )}
      </header>
      {publishedAt !== null && (
        <p className={classNames("hint", styles.published)}>
          As of <time dateTime={publishedAt}>{new Date(publishedAt).toLocaleString("en")}</time>: the files
          are in use on another host
        </p>
      )}
      {kind === null ? (
        <SkeletonRows />
      ) : kind === "folder" ? (
        <FolderPanel {...entry} />
      ) : isFile ? (
        <FilePanel {...entry} />
      ) : (
        <EmptyState icon={<Link2 />} title="Symbolic link">
          A snapshot has the link itself, which is not followed.
        </EmptyState>
      )}
    </section>
  );
}

/** A path with links to the folders above. */
function Trail({ source, path }: Pick<EntryProps, "source" | "path">) {
  const label = (at: string) => <bdi>{at === "" ? mountPath(source, at) : nameOf(at)}</bdi>;
  return (
    <h2 className={styles.title}>
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <Link to="." search={searchOf(source, folder)} activeOptions={{ exact: true }}>
            {label(folder)}
          </Link>
          /
        </Fragment>
      ))}
      {label(path)}
    </h2>
  );
}
