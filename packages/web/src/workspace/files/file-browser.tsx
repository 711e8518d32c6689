import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { isVolume, type FileSource } from "../../api/file-source.ts";
import { workspaceStateQuery } from "../../api/workspaces.ts";
import { classNames } from "../../ui/class-names.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { FileTree } from "./file-tree.tsx";
import styles from "./files-screen.module.css";
import { folderOf, searchOf } from "./paths.ts";
import { keyOf } from "./tree.ts";
import { UploadArea } from "./upload-area.tsx";
import { useEntryKind, useFileTree } from "./use-file-tree.ts";

interface FileBrowserProps {
  readonly workspaceId: string;
  /** The roots of the tree. */
  readonly sources: readonly FileSource[];
  /** The selected file or folder, which the search parameters of the page have (`searchOf`). */
  readonly source: FileSource;
  readonly path: string;
}

/** A tree of files, and the selected file or folder. Only those of volumes can be changed. */
export function FileBrowser({ workspaceId, sources, source, path }: FileBrowserProps) {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { rows, publishedAt, toggle } = useFileTree({ workspaceId, sources, source, path });
  const state = useQuery(workspaceStateQuery(workspaceId));
  // Published files to which nothing was added are the current ones.
  const isBehind = state.data?.files?.dirty === true;
  const kind = useEntryKind({ workspaceId, source, path });
  const show = (next: FileSource, to: string) => void navigate({ to: ".", search: searchOf(next, to) });
  const chosen = keyOf(source, path);
  const isPanelOnly = isNarrow && kind !== "folder";
  const view = (
    <div className={classNames("split", styles.split)}>
      {!isPanelOnly && (
        <FileTree
          rows={rows}
          chosen={chosen}
          onToggle={toggle}
          onChoose={(row) => {
            if (row.kind === "folder") toggle(row, true);
            show(row.source, row.path);
          }}
        />
      )}
      <EntryPanel
        key={chosen}
        workspaceId={workspaceId}
        source={source}
        path={path}
        kind={kind}
        publishedAt={source === "own" && isBehind ? publishedAt : null}
        onShow={(to) => show(source, to)}
        {...(isPanelOnly && { onBack: () => show(source, folderOf(path)) })}
      />
    </div>
  );
  if (!isVolume(source)) return view;
  return (
    <UploadArea
      key={workspaceId}
      workspaceId={workspaceId}
      volume={source}
      folder={kind === "folder" ? path : folderOf(path)}
    >
      {view}
    </UploadArea>
  );
}
