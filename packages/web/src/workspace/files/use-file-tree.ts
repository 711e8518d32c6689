import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FileSource } from "../../api/file-source.ts";
import { folderQuery, mayExist } from "../../api/files.ts";
import { folderOf, foldersAbove, nameOf } from "./paths.ts";
import { keyOf, KINDS, treeRows, type EntryKind, type Folder, type SourcePath } from "./tree.ts";

interface Shown extends SourcePath {
  readonly workspaceId: string;
}

interface FileTreeOptions extends Shown {
  /** The roots. The first is open. */
  readonly sources: readonly FileSource[];
}

const withKey = (source: FileSource, path: string): readonly [string, SourcePath] => [
  keyOf(source, path),
  { source, path },
];

/** The rows of a tree. Folders are listed when they are opened, and those above the shown path are open. */
export function useFileTree({ workspaceId, sources, source, path }: FileTreeOptions) {
  const [open, setOpen] = useState<ReadonlyMap<string, SourcePath>>(
    () => new Map(sources.slice(0, 1).map((first) => withKey(first, ""))),
  );
  useEffect(() => {
    const above = foldersAbove(path).map((folder) => withKey(source, folder));
    setOpen((now) => (above.every(([key]) => now.has(key)) ? now : new Map([...now, ...above])));
  }, [keyOf(source, path)]);

  const client = useQueryClient();
  // A deleted folder is not requested again.
  const opened = [...open].filter(([, at]) => mayExist(client, workspaceId, at.source, at.path));
  const queries = useQueries({
    queries: opened.map(([, at]) => folderQuery(workspaceId, at.source, at.path)),
  });
  const folders = new Map<string, Folder>(
    opened.map(([key], index) => {
      const query = queries[index];
      if (query?.data !== undefined) return [key, { state: "loaded", listing: query.data }];
      return [key, { state: query?.isError === true ? "failed" : "loading" }];
    }),
  );
  return {
    rows: treeRows(sources, folders, open),
    /** When the own files were published that are shown instead of the current ones. */
    publishedAt: queries.find(({ data }) => (data?.publishedAt ?? null) !== null)?.data?.publishedAt ?? null,
    toggle: (folder: SourcePath, isOpen: boolean) =>
      setOpen((now) => {
        const next = new Map(now);
        const [key, at] = withKey(folder.source, folder.path);
        if (isOpen) next.set(key, at);
        else next.delete(key);
        return next;
      }),
  };
}

/** What is at a path by the listing of its folder, and a file if that does not have it. Null until it is loaded. */
export function useEntryKind({ workspaceId, source, path }: Shown): EntryKind | null {
  const client = useQueryClient();
  const folder = folderOf(path);
  const { data, isLoading } = useQuery({
    ...folderQuery(workspaceId, source, folder),
    enabled: path !== "" && mayExist(client, workspaceId, source, folder),
  });
  if (path === "") return "folder";
  if (isLoading) return null;
  const entry = data?.entries.find(({ name }) => name === nameOf(path));
  return entry === undefined ? "file" : KINDS[entry.type];
}
