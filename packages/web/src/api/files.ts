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
import { basePath } from "./instance.ts";
import { keys } from "./keys.ts";
import { decodeText } from "./read-text.ts";
import { useChange } from "./use-change.ts";

/** The workspace's own files, or the shared volume. */
export type Volume = "own" | "shared";

const REFRESH_MS = 3_000;
/** The most entries that the API returns for a folder. */
const MAX_ENTRIES = 10_000;
/** Larger texts are not opened in the editor. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

const volumeKey = (id: string, volume: Volume) => keys.workspaces.part(id, "files", volume);
const foldersKey = (id: string, volume: Volume) => [...volumeKey(id, volume), "folder"] as const;

export interface FolderListing extends DirectoryListing {
  /** When these files were published, if they are published ones. Null: they are those of the working copy. */
  readonly publishedAt: string | null;
}

async function listFolder(
  id: string,
  volume: Volume,
  path: string,
  signal: AbortSignal,
): Promise<FolderListing> {
  if (volume === "shared") {
    const listing = await client.files(id, volume).list(path, { limit: MAX_ENTRIES, signal });
    return { ...listing, publishedAt: null };
  }
  const { data, response } = await client.api.GET("/api/workspaces/{id}/agent/dirs", {
    params: { path: { id }, query: { path, limit: MAX_ENTRIES } },
    signal,
  });
  const listing = data ?? { path, entries: [], truncated: false };
  return { ...listing, publishedAt: response.headers.get("snapshot-at") };
}

export const folderQuery = (id: string, volume: Volume, path: string) =>
  queryOptions({
    queryKey: [...foldersKey(id, volume), path] as const,
    queryFn: async ({ signal }) => await listFolder(id, volume, path, signal),
    refetchInterval: REFRESH_MS,
  });

/** The most files that a search shows. */
const MAX_FOUND = 200;

/** The files whose paths contain a text, or without a text those in the root. */
export const fileSearchQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...volumeKey(id, "own"), "search", q] as const,
    queryFn: async ({ signal }) => {
      const search = q === "" ? {} : { q, recursive: true };
      const { entries, truncated } = await client.files(id).list("", { ...search, limit: MAX_FOUND, signal });
      return { paths: entries.filter(({ type }) => type === "file").map(({ path }) => path), truncated };
    },
    placeholderData: keepPreviousData,
  });

/** Whether a folder may exist, as far as the cached listings of its parents tell. */
export function mayExist(queries: QueryClient, id: string, volume: Volume, path: string): boolean {
  const parts = path === "" ? [] : path.split("/");
  return parts.every((name, index) => {
    const parent = parts.slice(0, index).join("/");
    const listing = queries.getQueryData(folderQuery(id, volume, parent).queryKey);
    return listing === undefined || listing.truncated || listing.entries.some((entry) => entry.name === name);
  });
}

export interface OpenedFile {
  readonly etag: string | null;
  readonly size: number;
  readonly type: string;
  readonly modified: string | null;
  /** Null if it is not text, or too large for the editor. */
  readonly text: string | null;
}

const isImage = (type: string) => /^image\/(png|jpeg|gif|webp|avif)/.test(type);

export async function openFile(
  id: string,
  volume: Volume,
  path: string,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const response = await client.files(id, volume).read(path, signal === undefined ? {} : { signal });
  const { headers } = response;
  const size = Number(headers.get("content-length") ?? "NaN");
  const type = headers.get("content-type") ?? "application/octet-stream";
  const properties = { etag: headers.get("etag"), type, modified: headers.get("last-modified") };
  if (size > MAX_TEXT_BYTES || isImage(type)) {
    await response.body?.cancel();
    return { ...properties, size, text: null };
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = bytes.length > MAX_TEXT_BYTES ? null : decodeText(bytes);
  return { ...properties, size: bytes.length, text };
}

export const fileQuery = (id: string, volume: Volume, path: string) =>
  queryOptions({
    queryKey: [...volumeKey(id, volume), "file", path] as const,
    queryFn: async ({ signal }) => await openFile(id, volume, path, signal),
    // The editor watches for new versions with `fileVersionQuery`; a refetch must not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The current ETag of a file; null if it was deleted. */
export const fileVersionQuery = (id: string, volume: Volume, path: string, etag: string | null) =>
  queryOptions({
    queryKey: [...volumeKey(id, volume), "version", path, etag] as const,
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

/** The URL of a file, or of a folder as a zip archive. */
export function downloadUrl(id: string, volume: Volume, path: string, kind: "file" | "zip"): string {
  const route =
    volume === "own" ? { file: "files", zip: "dirs/zip" } : { file: "afs-files", zip: "afs-dirs/zip" };
  return `${basePath}/api/workspaces/${encodeURIComponent(id)}/agent/${route[kind]}?path=${encodeURIComponent(path)}`;
}

interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** The version that is replaced; null creates the file and fails if it exists. */
  readonly ifMatch: string | null;
}

export function useRefreshFolders(id: string, volume: Volume) {
  const queries = useQueryClient();
  return async () => await queries.invalidateQueries({ queryKey: foldersKey(id, volume) });
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
