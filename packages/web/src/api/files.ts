import { ProblemError, type DirectoryListing } from "@workspace-agent/client";
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { basePath } from "./instance.ts";
import { keys } from "./keys.ts";

/** The workspace's own files, or the shared volume as the workspace sees it. */
export type Volume = "own" | "shared";

/** How far what is shown may lag behind an agent that writes. */
const LIVE_MS = 3_000;
/** The most entries of one folder that the API gives at once. */
const MOST = 10_000;
/** Bytes beyond which a text is not opened in the editor. */
const LARGEST_TEXT = 2 * 1024 * 1024;

const volumeKey = (id: string, volume: Volume) => keys.workspaces.part(id, "files", volume);

export const folderQuery = (id: string, volume: Volume, path: string) =>
  queryOptions({
    queryKey: [...volumeKey(id, volume), "folder", path] as const,
    queryFn: async ({ signal }): Promise<DirectoryListing> =>
      await client.files(id, volume).list(path, { limit: MOST, signal }),
    refetchInterval: LIVE_MS,
  });

/** Whether a folder may be there, as far as the lists of those above it are known. */
export function isListed(queries: QueryClient, id: string, volume: Volume, path: string): boolean {
  const parts = path === "" ? [] : path.split("/");
  return parts.every((name, index) => {
    const above = parts.slice(0, index).join("/");
    const listing = queries.getQueryData(folderQuery(id, volume, above).queryKey);
    return listing === undefined || listing.truncated || listing.entries.some((entry) => entry.name === name);
  });
}

export interface OpenedFile {
  readonly etag: string | null;
  readonly size: number;
  readonly type: string;
  readonly modified: string | null;
  /** Null: it is no text, or too large for the editor. */
  readonly text: string | null;
}

/** A text of UTF-8, its byte order mark included; null: these bytes are none. */
export function textOfBytes(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const isPicture = (type: string) => /^image\/(png|jpeg|gif|webp|avif)/.test(type);

export async function openFile(
  id: string,
  volume: Volume,
  path: string,
  signal?: AbortSignal,
): Promise<OpenedFile> {
  const answer = await client.files(id, volume).read(path, signal === undefined ? {} : { signal });
  const { headers } = answer;
  const size = Number(headers.get("content-length") ?? "NaN");
  const type = headers.get("content-type") ?? "application/octet-stream";
  const facts = { etag: headers.get("etag"), type, modified: headers.get("last-modified") };
  if (size > LARGEST_TEXT || isPicture(type)) {
    await answer.body?.cancel();
    return { ...facts, size, text: null };
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { ...facts, size: bytes.length, text: bytes.length > LARGEST_TEXT ? null : textOfBytes(bytes) };
}

export const fileQuery = (id: string, volume: Volume, path: string) =>
  queryOptions({
    queryKey: [...volumeKey(id, volume), "file", path] as const,
    queryFn: async ({ signal }) => await openFile(id, volume, path, signal),
    // Another version comes in by `fileVersionQuery`, and never under somebody's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The version that a file has now; null: it is gone. Only a version other than `etag` is sent, and not read. */
export const fileVersionQuery = (id: string, volume: Volume, path: string, etag: string | null) =>
  queryOptions({
    queryKey: [...volumeKey(id, volume), "version", path, etag] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        const answer = await client
          .files(id, volume)
          .read(path, { signal, ...(etag !== null && { ifNoneMatch: etag }) });
        await answer.body?.cancel();
        return answer.status === 304 ? etag : answer.headers.get("etag");
      } catch (error) {
        if (ProblemError.isInstance(error) && error.code === "not_found") return null;
        throw error;
      }
    },
    refetchInterval: LIVE_MS,
    staleTime: 0,
    gcTime: 0,
  });

/** The address of a file's bytes, or of a folder as a zip. */
export function downloadAddress(id: string, volume: Volume, path: string, kind: "file" | "zip"): string {
  const place =
    volume === "own" ? { file: "files", zip: "dirs/zip" } : { file: "afs-files", zip: "afs-dirs/zip" };
  return `${basePath}/api/workspaces/${encodeURIComponent(id)}/agent/${place[kind]}?path=${encodeURIComponent(path)}`;
}

export interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** The version that is replaced; null: nothing may be there. */
  readonly ifMatch: string | null;
}

/** Lists, and what is open, of a volume are asked for again. */
function useRefresh(id: string, volume: Volume) {
  const queries = useQueryClient();
  return async () => await queries.invalidateQueries({ queryKey: [...volumeKey(id, volume), "folder"] });
}

export function useWriteFile(id: string, volume: Volume) {
  const refresh = useRefresh(id, volume);
  return useMutation({
    mutationFn: async ({ path, text, ifMatch }: FileWrite) =>
      await client.files(id, volume).write(path, text, ifMatch === null ? { ifNoneMatch: "*" } : { ifMatch }),
    onSuccess: refresh,
  });
}

export function useMakeFolder(id: string, volume: Volume) {
  const refresh = useRefresh(id, volume);
  return useMutation({
    mutationFn: async (path: string) => await client.files(id, volume).makeDirectory(path),
    onSuccess: refresh,
  });
}

export interface FileMove {
  readonly src: string;
  readonly dest: string;
  readonly overwrite: boolean;
}

export function useMoveFile(id: string, volume: Volume) {
  const forget = useForget(id, volume);
  return useMutation({
    mutationFn: async ({ src, dest, overwrite }: FileMove) =>
      await client.files(id, volume).move(src, dest, overwrite ? { overwrite } : {}),
    onSuccess: async (_, { src }) => await forget(src),
  });
}

export function useRemoveFile(id: string, volume: Volume) {
  const forget = useForget(id, volume);
  return useMutation({
    mutationFn: async (path: string) => await client.files(id, volume).remove(path),
    // Who shows it leaves it at once, and asks for it no more.
    onSuccess: (_, path) => void forget(path),
  });
}

/** Takes what is gone out of its folder's list, and asks for all lists again but those below it. */
function useForget(id: string, volume: Volume) {
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
      queryKey: [...volumeKey(id, volume), "folder"],
      predicate: ({ queryKey }) => !`${String(queryKey.at(-1))}/`.startsWith(`${path}/`),
    });
  };
}

/** After uploads, which are no mutations: each has a progress of its own. */
export { useRefresh as useRefreshFolders };
