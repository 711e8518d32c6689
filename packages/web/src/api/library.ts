import type { Prompt, Skill, Template } from "@workspace-agent/client";
import {
  keepPreviousData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

export const KINDS = ["prompts", "templates", "skills"] as const;
export type LibraryKind = (typeof KINDS)[number];

export type LibraryItem = Prompt | Template | Skill;

const PAGE = 50;

/** An item and the tag of its version, which a change names to be sure that it changes that one. */
export interface Versioned {
  readonly item: LibraryItem;
  readonly etag: string;
}

const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor });

export const libraryQuery = (kind: LibraryKind, q: string) =>
  infiniteQueryOptions({
    queryKey: keys.library.kind(kind, "list", q),
    queryFn: async ({ pageParam, signal }) =>
      await client.page<`/api/${LibraryKind}`>(`/api/${kind}`, {
        signal,
        params: { query: { limit: PAGE, ...(q !== "" && { q }), ...cursorOf(pageParam) } },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: keepPreviousData,
  });

export const libraryItemQuery = (kind: LibraryKind, ref: string) =>
  queryOptions({
    queryKey: keys.library.kind(kind, "one", ref),
    queryFn: async ({ signal }): Promise<Versioned> =>
      versioned(await client.api.GET(`/api/${kind}/{ref}`, { signal, params: { path: { ref } } })),
  });

export const versionsQuery = (kind: LibraryKind, ref: string) =>
  infiniteQueryOptions({
    queryKey: keys.library.kind(kind, "one", ref, "versions"),
    queryFn: async ({ pageParam, signal }) =>
      await client.page<`/api/${LibraryKind}/{ref}/versions`>(`/api/${kind}/{ref}/versions`, {
        signal,
        params: { path: { ref }, query: { limit: PAGE, ...cursorOf(pageParam) } },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
  });

/** The answer to a call on one item. What is no success was thrown already. */
function versioned({ data, response }: { readonly data?: unknown; readonly response: Response }): Versioned {
  return { item: data as LibraryItem, etag: response.headers.get("etag") ?? "*" };
}

/** A skill in an archive, as its file says what it is. */
export interface SkillArchive {
  readonly archive: Blob;
  readonly type: "application/zip" | "application/gzip";
}

/** What is sent: a resource as the API takes it, or for a skill an archive. */
export type ItemBody = object | SkillArchive;

function sent(body: ItemBody) {
  if (!("archive" in body)) return { body: body as never };
  return {
    body: body.archive as never,
    bodySerializer: () => body.archive,
    headers: { "content-type": body.type },
  };
}

export function useCreateItem(kind: LibraryKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: ItemBody) => versioned(await client.api.POST(`/api/${kind}`, sent(body))),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.library.kind(kind) }),
  });
}

interface Change {
  readonly body: ItemBody;
  /** The version that is to be replaced; another one is `precondition_failed`. */
  readonly etag: string;
}

export function useReplaceItem(kind: LibraryKind, ref: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, etag }: Change) =>
      versioned(
        await client.api.PUT(`/api/${kind}/{ref}`, {
          ...sent(body),
          params: { path: { ref }, header: { "If-Match": etag } },
        }),
      ),
    onSuccess: async (saved) => {
      queries.setQueryData(libraryItemQuery(kind, ref).queryKey, saved);
      await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
    },
  });
}

export function useRollback(kind: LibraryKind, ref: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) =>
      versioned(
        await client.api.POST(`/api/${kind}/{ref}/rollback`, {
          params: { path: { ref } },
          body: { version },
        }),
      ),
    onSuccess: async (now) => {
      queries.setQueryData(libraryItemQuery(kind, ref).queryKey, now);
      await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
    },
  });
}

export function useDeleteItem(kind: LibraryKind, ref: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ force }: { readonly force: boolean }) => {
      await client.delete(`/api/${kind}/{ref}`, { params: { path: { ref }, query: force ? { force } : {} } });
    },
    onSuccess: async () => {
      queries.removeQueries({ queryKey: keys.library.kind(kind, "one", ref) });
      await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
    },
  });
}

/** Everything of a kind, in the form that an import takes. */
export function useExport(kind: LibraryKind) {
  return useMutation({
    mutationFn: async (): Promise<Blob> => {
      const { data } = await client.api.GET(`/api/${kind}`, {
        headers: { accept: "application/x-ndjson" },
        parseAs: "blob",
      });
      return data as Blob;
    },
    gcTime: 0,
  });
}
