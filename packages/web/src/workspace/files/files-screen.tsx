import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { folderQuery, mayExist, type Volume } from "../../api/files.ts";
import { workspaceStateQuery } from "../../api/workspaces.ts";
import { classNames } from "../../ui/class-names.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { EntryPanel } from "./entry-panel.tsx";
import { FileTree } from "./file-tree.tsx";
import styles from "./files-screen.module.css";
import { folderOf, foldersAbove } from "./paths.ts";
import { filesRoute } from "./route.ts";
import { keyOf, treeRows, type Folder } from "./tree.ts";
import { UploadArea } from "./upload-area.tsx";

const ROOTS = [
  { volume: "own", name: "/workspace" },
  { volume: "shared", name: "/mnt/afs" },
] as const;

/** A tree of both volumes, and the selected file or folder. */
export function FilesScreen() {
  const { id } = filesRoute.useParams();
  const { volume = "own", path = "" } = filesRoute.useSearch();
  const navigate = filesRoute.useNavigate();
  const isNarrow = useIsNarrow();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([keyOf("own", "")]));

  // The tree shows the selected path.
  useEffect(() => {
    const above = foldersAbove(path).map((folder) => keyOf(volume, folder));
    setOpen((now) => (above.every((key) => now.has(key)) ? now : new Set([...now, ...above])));
  }, [volume, path]);

  const client = useQueryClient();
  // A deleted folder is not requested again.
  const opened = [...open]
    .map(entryOf)
    .filter(({ volume: at, path: folder }) => mayExist(client, id, at, folder));
  const queries = useQueries({
    queries: opened.map((entry) => folderQuery(id, entry.volume, entry.path)),
  });
  const folders = new Map<string, Folder>(
    opened.map((entry, index) => {
      const query = queries[index];
      const key = keyOf(entry.volume, entry.path);
      if (query?.data !== undefined) return [key, { state: "loaded", listing: query.data }];
      return [key, { state: query?.isError === true ? "failed" : "loading" }];
    }),
  );
  const state = useQuery(workspaceStateQuery(id));
  const published = queries.find(({ data }) => (data?.publishedAt ?? null) !== null)?.data;
  // Published files to which nothing was added are the current ones.
  const publishedAt = state.data?.files?.dirty === true ? (published?.publishedAt ?? null) : null;
  const rows = treeRows(ROOTS, folders, open);
  const show = (next: Volume, to: string) =>
    void navigate({ search: { ...(next === "shared" && { volume: next }), ...(to !== "" && { path: to }) } });
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (isOpen) next.add(key);
      else next.delete(key);
      return next;
    });
  const chosen = rows.find(({ key }) => key === keyOf(volume, path));
  const isFolder = path === "" || chosen?.kind === "folder";
  const isPanelOnly = isNarrow && !isFolder;
  return (
    <UploadArea key={id} workspaceId={id} volume={volume} folder={isFolder ? path : folderOf(path)}>
      <div className={classNames("split", styles.split)}>
        {!isPanelOnly && (
          <FileTree
            rows={rows}
            chosen={keyOf(volume, path)}
            onToggle={toggle}
            onChoose={(row) => {
              if (row.kind === "folder") toggle(row.key, true);
              show(row.volume, row.path);
            }}
          />
        )}
        <EntryPanel
          key={keyOf(volume, path)}
          workspaceId={id}
          volume={volume}
          path={path}
          isFolder={isFolder}
          publishedAt={volume === "own" ? publishedAt : null}
          onShow={show}
          {...(isPanelOnly && { onBack: () => show(volume, folderOf(path)) })}
        />
      </div>
    </UploadArea>
  );
}

function entryOf(key: string): { readonly volume: Volume; readonly path: string } {
  const colon = key.indexOf(":");
  return { volume: key.slice(0, colon) === "shared" ? "shared" : "own", path: key.slice(colon + 1) };
}
