import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion } from "lucide-react";
import { isProblem } from "../../api/describe-error.ts";
import { downloadAddress, fileQuery, type OpenedFile } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { describeBytes } from "../../ui/describe-bytes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SkeletonRows } from "../../ui/spinner.tsx";
import { download } from "./entry-menu.tsx";
import type { PlaceProps } from "./entry-panel.tsx";
import { FileEditor } from "./file-editor.tsx";
import styles from "./files-screen.module.css";
import { folderOf, nameOf } from "./paths.ts";

export function FilePanel(place: PlaceProps) {
  const { workspaceId, volume, path, onShow } = place;
  const file = useQuery(fileQuery(workspaceId, volume, path));
  if (file.isPending) return <SkeletonRows />;
  if (file.data === undefined) {
    if (isProblem(file.error, "not_found")) {
      return (
        <EmptyState
          icon={<FileQuestion />}
          title="There is no such file"
          action={<Button onClick={() => onShow(volume, folderOf(path))}>Show its folder</Button>}
        >
          It was deleted or moved, or the address is wrong.
        </EmptyState>
      );
    }
    return (
      <div className={styles.content}>
        <ErrorNotice error={file.error} onRetry={() => void file.refetch()} />
      </div>
    );
  }
  const { text } = file.data;
  if (text === null) return <Facts {...place} file={file.data} />;
  return <FileEditor {...place} opened={{ text, etag: file.data.etag }} />;
}

/** A file that is no text: the picture, or what is known of it. */
function Facts({ workspaceId, volume, path, file }: PlaceProps & { readonly file: OpenedFile }) {
  const address = downloadAddress(workspaceId, volume, path, "file");
  const isPicture = file.type.startsWith("image/") && !file.type.startsWith("image/svg");
  return (
    <div className={styles.content}>
      {isPicture && <img className={styles.picture} src={address} alt={nameOf(path)} />}
      <dl className={styles.list}>
        <dt>Size</dt>
        <dd>{describeBytes(file.size)}</dd>
        <dt>Type</dt>
        <dd>{file.type}</dd>
        {file.modified !== null && (
          <>
            <dt>Changed</dt>
            <dd>{new Date(file.modified).toLocaleString("en")}</dd>
          </>
        )}
      </dl>
      {!isPicture && <p className={styles.facts}>It is no text, or too large to be shown here.</p>}
      <div className={styles.deeds}>
        <Button icon={<Download />} onClick={() => download(address)}>
          Download
        </Button>
      </div>
    </div>
  );
}
