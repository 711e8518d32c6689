import type { DirectoryListing, FileEntry, Unpacked, WrittenFile } from "./schemas.ts";
import type { Calls } from "./transport.ts";

/** The content of a file. Streams are sent while they are read, if the runtime supports it (Node, Deno, Bun). */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array>;

export interface WriteOptions {
  readonly contentType?: string;
  /** The current ETag of the file. */
  readonly ifMatch?: string;
  /** `*`: the file must not exist. */
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  /** Such as `bytes=0-99`. */
  readonly range?: string;
  /** The ETag of a known version; if it is current, the response is 304 without a body. */
  readonly ifNoneMatch?: string;
  readonly signal?: AbortSignal;
}

/** Operations on the files of a workspace or on the shared volume. */
export interface Files {
  /** The response with headers and a streamed body. */
  read(path: string, options?: ReadOptions): Promise<Response>;
  text(path: string, options?: ReadOptions): Promise<string>;
  bytes(path: string, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;
  write(path: string, body: FileBody, options?: WriteOptions): Promise<WrittenFile>;
  /** Removes a file, or a directory with its content. */
  remove(path: string): Promise<void>;
  list(
    path?: string,
    options?: {
      readonly q?: string;
      readonly recursive?: boolean;
      readonly limit?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<DirectoryListing>;
  makeDirectory(path: string): Promise<FileEntry>;
  move(src: string, dest: string, options?: { readonly overwrite?: boolean }): Promise<FileEntry>;
  /** A directory as a zip, streamed. */
  zip(path?: string, options?: { readonly signal?: AbortSignal }): Promise<Response>;
  unpack(
    path: string,
    archive: FileBody,
    type: "application/zip" | "application/gzip",
    options?: { readonly signal?: AbortSignal },
  ): Promise<Unpacked>;
}

const pathsOf = (prefix: "" | "afs-") =>
  ({
    files: `/api/workspaces/{id}/agent/${prefix}files`,
    dirs: `/api/workspaces/{id}/agent/${prefix}dirs`,
    zip: `/api/workspaces/{id}/agent/${prefix}dirs/zip`,
    unpack: `/api/workspaces/{id}/agent/${prefix}dirs/unpack`,
    move: `/api/workspaces/{id}/agent/${prefix}move`,
  }) as const;

function sent(body: FileBody, headers: Record<string, string>, signal: AbortSignal | undefined) {
  return {
    // The bytes are sent unchanged, whatever the document says.
    body: body as string,
    bodySerializer: () => body,
    headers,
    ...(signal !== undefined && { signal }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  };
}

export function createFiles(
  { api, get, post, put, delete: remove }: Calls,
  id: string,
  isShared: boolean,
): Files {
  const at = pathsOf(isShared ? "afs-" : "");
  const params = (path: string) => ({ path: { id }, query: { path } });

  const read: Files["read"] = async (path, { range, ifNoneMatch, signal } = {}) => {
    const { response } = await api.GET(at.files, {
      params: params(path),
      headers: {
        ...(range !== undefined && { range }),
        ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
      },
      parseAs: "stream",
      ...(signal !== undefined && { signal }),
    });
    return response;
  };
  return {
    read,
    text: async (path, options) => await (await read(path, options)).text(),
    bytes: async (path, options) => new Uint8Array(await (await read(path, options)).arrayBuffer()),
    write: async (path, body, { contentType, ifMatch, ifNoneMatch, signal } = {}) => {
      const headers = {
        "content-type": contentType ?? "application/octet-stream",
        ...(ifMatch !== undefined && { "if-match": ifMatch }),
        ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
      };
      return await put(at.files, { params: params(path), ...sent(body, headers, signal) });
    },
    remove: async (path) => {
      await remove(at.files, { params: params(path) });
    },
    list: async (path = "", { signal, ...query } = {}) =>
      await get(at.dirs, {
        params: { path: { id }, query: { ...query, path } },
        ...(signal !== undefined && { signal }),
      }),
    makeDirectory: async (path) => await post(at.dirs, { params: params(path) }),
    move: async (src, dest, options = {}) =>
      await post(at.move, { params: { path: { id } }, body: { src, dest, ...options } }),
    zip: async (path = "", { signal } = {}) => {
      const { response } = await api.GET(at.zip, {
        params: params(path),
        parseAs: "stream",
        ...(signal !== undefined && { signal }),
      });
      return response;
    },
    unpack: async (path, archive, type, { signal } = {}) =>
      await post(at.unpack, { params: params(path), ...sent(archive, { "content-type": type }, signal) }),
  };
}
