import type { Prompt, Skill, Template } from "@workspace-agent/client";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";

export type LibraryKind = "prompts" | "templates" | "skills";

export type LibraryItem = Prompt | Template | Skill;

/** An item with its ETag, which a change sends to make sure that it replaces this version. */
export interface Versioned {
  readonly item: LibraryItem;
  readonly etag: string;
}

export const libraryQuery = (kind: LibraryKind, q: string) => ({
  ...pagedQuery(
    keys.library.kind(kind, "list", q),
    async (query, signal) =>
      await client.page<`/api/${LibraryKind}`>(`/api/${kind}`, {
        signal,
        params: { query: { ...query, ...(q !== "" && { q }) } },
      }),
  ),
  placeholderData: keepPreviousData,
});

/** The prompts that a message can use. */
export const promptsQuery = (q: string) => ({
  ...pagedQuery(
    keys.library.kind("prompts", "choices", q),
    async (query, signal) =>
      await client.page("/api/prompts", { signal, params: { query: { ...query, ...(q !== "" && { q }) } } }),
  ),
  placeholderData: keepPreviousData,
});

export const libraryItemQuery = (kind: LibraryKind, ref: string) =>
  queryOptions({
    queryKey: keys.library.kind(kind, "one", ref),
    queryFn: async ({ signal }): Promise<Versioned> =>
      versioned(await client.api.GET(`/api/${kind}/{ref}`, { signal, params: { path: { ref } } })),
  });

export const versionsQuery = (kind: LibraryKind, ref: string) =>
  pagedQuery(
    keys.library.kind(kind, "one", ref, "versions"),
    async (query, signal) =>
      await client.page<`/api/${LibraryKind}/{ref}/versions`>(`/api/${kind}/{ref}/versions`, {
        signal,
        params: { path: { ref }, query },
      }),
  );

function versioned({ data, response }: { readonly data?: unknown; readonly response: Response }): Versioned {
  return { item: data as LibraryItem, etag: response.headers.get("etag") ?? "*" };
}

export interface SkillArchive {
  readonly archive: Blob;
  readonly type: "application/zip" | "application/gzip";
}

/** A resource as the API accepts it, or for a skill an archive. */
export type ItemBody = object | SkillArchive;

function requestOf(body: ItemBody) {
  if (!("archive" in body)) return { body: body as never };
  return {
    body: body.archive as never,
    bodySerializer: () => body.archive,
    headers: { "content-type": body.type },
  };
}

export function useCreateItem(kind: LibraryKind) {
  return useChange(keys.library.kind(kind), async (body: ItemBody) =>
    versioned(await client.api.POST(`/api/${kind}`, requestOf(body))),
  );
}

function useStoreVersion(kind: LibraryKind, ref: string) {
  const queries = useQueryClient();
  return async (saved: Versioned) => {
    queries.setQueryData(libraryItemQuery(kind, ref).queryKey, saved);
    await queries.invalidateQueries({ queryKey: keys.library.kind(kind) });
  };
}

interface Change {
  readonly body: ItemBody;
  /** The version to replace; any other one fails with `precondition_failed`. */
  readonly etag: string;
}

export function useReplaceItem(kind: LibraryKind, ref: string) {
  return useMutation({
    mutationFn: async ({ body, etag }: Change) =>
      versioned(
        await client.api.PUT(`/api/${kind}/{ref}`, {
          ...requestOf(body),
          params: { path: { ref }, header: { "If-Match": etag } },
        }),
      ),
    onSuccess: useStoreVersion(kind, ref),
  });
}

export function useRollback(kind: LibraryKind, ref: string) {
  return useMutation({
    mutationFn: async (version: number) =>
      versioned(
        await client.api.POST(`/api/${kind}/{ref}/rollback`, {
          params: { path: { ref } },
          body: { version },
        }),
      ),
    onSuccess: useStoreVersion(kind, ref),
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

/** All items of a kind, in the format of an import. */
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
