import type { DirectoryListing } from "@workspace-agent/client";
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { client } from "./client.ts";
import { isProblem } from "./describe-error.ts";
import { isVolume, type FileSource, type Volume } from "./file-source.ts";
import { basePath } from "./instance.ts";
import { keys } from "./keys.ts";
import { decodeText } from "./read-text.ts";
import { useChange } from "./use-change.ts";

const REFRESH_MS = 3_000;
/** The most entries that the API returns for a folder. */
const MAX_ENTRIES = 10_000;
/** Larger texts are not opened in the editor. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

const sourceKey = (id: string, source: FileSource) =>
  isVolume(source)
    ? keys.workspaces.part(id, "files", source)
    : keys.workspaces.part(id, "snapshots", "files", source.snapshot);
const foldersKey = (id: string, source: FileSource) => [...sourceKey(id, source), "folder"] as const;

export interface FolderListing extends DirectoryListing {
  /** When these files were published, if they are published ones. Null: they are those of the working copy. */
  readonly publishedAt: string | null;
}

async function listFolder(
  id: string,
  source: FileSource,
  path: string,
  signal: AbortSignal,
): Promise<FolderListing> {
  if (source === "shared") {
    const listing = await client.files(id, source).list(path, { limit: MAX_ENTRIES, signal });
    return { ...listing, publishedAt: null };
  }
  if (!isVolume(source)) {
    const listing = await client.get("/api/workspaces/{id}/snapshots/{snapshot_id}/dirs", {
      params: { path: { id, snapshot_id: source.snapshot }, query: { path, limit: MAX_ENTRIES } },
      signal,
    });
    return { ...listing, publishedAt: null };
  }
  const { data, response } = await client.api.GET("/api/workspaces/{id}/agent/dirs", {
    params: { path: { id }, query: { path, limit: MAX_ENTRIES } },
    signal,
  });
  const listing = data ?? { path, entries: [], truncated: false };
  return { ...listing, publishedAt: response.headers.get("snapshot-at") };
}

export const folderQuery = (id: string, source: FileSource, path: string) =>
  queryOptions({
    queryKey: [...foldersKey(id, source), path] as const,
    queryFn: async ({ signal }) => await listFolder(id, source, path, signal),
    ...(isVolume(source) ? { refetchInterval: REFRESH_MS } : { staleTime: Number.POSITIVE_INFINITY }),
  });

/** The most files that a search shows. */
const MAX_FOUND = 200;

/** The files whose paths contain a text, or without a text those in the root. */
export const fileSearchQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...sourceKey(id, "own"), "search", q] as const,
    queryFn: async ({ signal }) => {
      const search = q === "" ? {} : { q, recursive: true };
      const { entries, truncated } = await client.files(id).list("", { ...search, limit: MAX_FOUND, signal });
      return { paths: entries.filter(({ type }) => type === "file").map(({ path }) => path), truncated };
    },
    placeholderData: keepPreviousData,
  });

/** Whether a folder may exist, as far as the cached listings of its parents tell. */
export function mayExist(queries: QueryClient, id: string, source: FileSource, path: string): boolean {
  const parts = path === "" ? [] : path.split("/");
  return parts.every((name, index) => {
    const parent = parts.slice(0, index).join("/");
    const listing = queries.getQueryData(folderQuery(id, source, parent).queryKey);
    return listing === undefined || listing.truncated || listing.entries.some((entry) => entry.name === name);
  });
}

export interface OpenedFile {
  readonly etag: string | null;
  readonly size: number;
  readonly type: string;
  /** Null for a file of a snapshot, which has no time of its own. */
  readonly modified: string | null;
  /** Null if it is not text, or too large for the editor. */
  readonly text: string | null;
}

const isImage = (type: string) => /^image\/(png|jpeg|gif|webp|avif)/.test(type);

async function readFile(
  id: string,
  source: FileSource,
  path: string,
  given: { readonly signal?: AbortSignal },
): Promise<Response> {
  if (isVolume(source)) return await client.files(id, source).read(path, given);
  const { response } = await client.api.GET("/api/workspaces/{id}/snapshots/{snapshot_id}/files", {
    params: { path: { id, snapshot_id: source.snapshot }, query: { path } },
    parseAs: "stream",
    ...given,
  });
  return response;
}

export async function openFile(
  id: string,
  source: FileSource,
  path: string,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const response = await readFile(id, source, path, signal === undefined ? {} : { signal });
  const { headers } = response;
  const size = Number(headers.get("content-length") ?? "NaN");
  const type = headers.get("content-type") ?? "application/octet-stream";
  const modified = isVolume(source) ? headers.get("last-modified") : null;
  const properties = { etag: headers.get("etag"), type, modified };
  if (size > MAX_TEXT_BYTES || isImage(type)) {
    await response.body?.cancel();
    return { ...properties, size, text: null };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = bytes.length > MAX_TEXT_BYTES ? null : decodeText(bytes);
  return { ...properties, size: bytes.length, text };
}

export const fileQuery = (id: string, source: FileSource, path: string) =>
  queryOptions({
    queryKey: [...sourceKey(id, source), "file", path] as const,
    queryFn: async ({ signal }) => await openFile(id, source, path, signal),
    // The editor watches for new versions with `fileVersionQuery`; a refetch must not replace edits.
    staleTime: ({ state }) => (state.data?.text == null ? Number.POSITIVE_INFINITY : "static"),
    gcTime: 0,
  });

/** The text of a version that has replaced the one in the editor. */
export const newVersionQuery = (id: string, volume: Volume, path: string, etag: string | null) =>
  queryOptions({
    queryKey: [...sourceKey(id, volume), "file", path, etag] as const,
    queryFn: async ({ signal }) => await openFile(id, volume, path, signal),
    // Until it is read.
    refetchInterval: ({ state: { data } }) => (data?.etag === etag ? false : REFRESH_MS),
    gcTime: 0,
  });

/** The current ETag of a file; null if it was deleted. */
export const fileVersionQuery = (id: string, volume: Volume, path: string, etag: string | null) =>
  queryOptions({
    queryKey: [...sourceKey(id, volume), "version", path, etag] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        const response = await client
          .files(id, volume)
          .read(path, { signal, ...(etag !== null && { ifNoneMatch: etag }) });
        await response.body?.cancel();
        return response.status === 304 ? etag : response.headers.get("etag");
      } catch (error) {
        if (isProblem(error, "not_found")) return null;
        throw error;
      }
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    gcTime: 0,
  });

const DOWNLOADS = {
  own: { file: "agent/files", zip: "agent/dirs/zip" },
  shared: { file: "agent/afs-files", zip: "agent/afs-dirs/zip" },
  snapshot: { file: "files", zip: "zip" },
} as const;

/** The URL of a file, or of a folder as a zip archive. */
export function downloadUrl(id: string, source: FileSource, path: string, kind: "file" | "zip"): string {
  const route = isVolume(source)
    ? DOWNLOADS[source][kind]
    : `snapshots/${encodeURIComponent(source.snapshot)}/${DOWNLOADS.snapshot[kind]}`;
  return `${basePath}/api/workspaces/${encodeURIComponent(id)}/${route}?path=${encodeURIComponent(path)}`;
}

interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** The version that is replaced; null creates the file and fails if it exists. */
  readonly ifMatch: string | null;
}

export function useRefreshFolders(id: string) {
  const queries = useQueryClient();
  return async (volume: Volume) => await queries.invalidateQueries({ queryKey: foldersKey(id, volume) });
}

export function useWriteFile(id: string, volume: Volume) {
  return useChange(
    foldersKey(id, volume),
    async ({ path, text, ifMatch }: FileWrite) =>
      await client.files(id, volume).write(path, text, ifMatch === null ? { ifNoneMatch: "*" } : { ifMatch }),
  );
}

export function useCreateFolder(id: string, volume: Volume) {
  return useChange(
    foldersKey(id, volume),
    async (path: string) => await client.files(id, volume).makeDirectory(path),
  );
}

interface FileMove {
  readonly src: string;
  readonly dest: string;
  readonly overwrite: boolean;
}

export function useMoveFile(id: string, volume: Volume) {
  const forget = useForgetPath(id, volume);
  return useMutation({
    mutationFn: async ({ src, dest, overwrite }: FileMove) =>
      await client.files(id, volume).move(src, dest, overwrite ? { overwrite } : {}),
    onSuccess: async (_, { src }) => await forget(src),
  });
}

export function useDeleteFile(id: string, volume: Volume) {
  const forget = useForgetPath(id, volume);
  return useMutation({
    mutationFn: async (path: string) => await client.files(id, volume).remove(path),
    onSuccess: (_, path) => void forget(path),
  });
}

/** Removes a path from the cached listing of its folder, and refreshes all listings except those below the path. */
function useForgetPath(id: string, volume: Volume) {
  const queries = useQueryClient();
  return async (path: string) => {
    const slash = path.lastIndexOf("/");
    const name = path.slice(slash + 1);
    const folder = folderQuery(id, volume, path.slice(0, Math.max(0, slash)));
    queries.setQueryData(folder.queryKey, (listing) =>
      listing === undefined
        ? undefined
        : { ...listing, entries: listing.entries.filter((entry) => entry.name !== name) },
    );
    await queries.invalidateQueries({
      queryKey: foldersKey(id, volume),
      predicate: ({ queryKey }) => !`${String(queryKey.at(-1))}/`.startsWith(`${path}/`),
    });
  };
}
