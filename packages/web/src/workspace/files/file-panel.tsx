import { useQuery } from "@tanstack/react-query";
import { Download, FileQuestion } from "lucide-react";
import { isProblem } from "../../api/describe-error.ts";
import { isVolume } from "../../api/file-source.ts";
import { downloadUrl, fileQuery, type OpenedFile } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { describeBytes } from "../../ui/describe-amounts.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fact } from "../../ui/fact-list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { download } from "../../ui/save-file.ts";
import type { EntryProps } from "./entry-panel.tsx";
import { FileEditor } from "./file-editor.tsx";
import styles from "./files-screen.module.css";
import { folderOf, nameOf } from "./paths.ts";
import { TextPanel } from "./preview/text-panel.tsx";

export function FilePanel(entry: EntryProps) {
  const { workspaceId, source, path, onShow } = entry;
  const file = useQuery(fileQuery(workspaceId, source, path));
  if (isProblem(file.error, "not_found"))
    return (
      <EmptyState
        icon={<FileQuestion />}
        title="File not found"
        action={<Button onClick={() => onShow(folderOf(path))}>Show folder</Button>}
      >
        {isVolume(source)
          ? "It was deleted or moved, or the address is wrong."
          : "The snapshot does not have it, or the address is wrong."}
      </EmptyState>
    );
  return (
    <QueryView query={file}>
      {(opened) =>
        opened.text === null ? (
          <FileProperties {...entry} file={opened} />
        ) : isVolume(source) ? (
          <FileEditor {...entry} source={source} opened={{ text: opened.text, etag: opened.etag }} />
        ) : (
          <TextPanel path={path} text={opened.text}>
            <CodeEditor
              value={opened.text}
              path={path}
              label={`Text of ${nameOf(path)}`}
              isReadOnly
              className={styles.editor}
            />
          </TextPanel>
        )
      }
    </QueryView>
  );
}

/** A file that the editor cannot open: an image, or its properties. */
function FileProperties({ workspaceId, source, path, file }: EntryProps & { readonly file: OpenedFile }) {
  const url = downloadUrl(workspaceId, source, path, "file");
  const isImage = file.type.startsWith("image/") && !file.type.startsWith("image/svg");
  return (
    <div className={styles.content}>
      {isImage && <img className={styles.image} src={url} alt={nameOf(path)} />}
      <dl className={styles.list}>
        <Fact name="Size">{describeBytes(file.size)}</Fact>
        <Fact name="Type">{file.type}</Fact>
        <Fact name="Changed">{file.modified !== null && new Date(file.modified).toLocaleString("en")}</Fact>
      </dl>
      {!isImage && <p className="muted">This file is binary, or too large to be shown.</p>}
      <div>
        <Button icon={<Download />} onClick={() => download(url)}>
          Download
        </Button>
      </div>
    </div>
  );
}
