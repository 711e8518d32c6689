import type { Prompt, Skill, Template } from "@workspace-agent/client";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";
import { useReplace, versioned, type Versioned } from "./versioned.ts";

export type LibraryKind = "prompts" | "templates" | "skills";

export type LibraryItem = Prompt | Template | Skill;

export type VersionedItem = Versioned<LibraryItem>;

const search = (q: string) => ({ params: { query: q === "" ? {} : { q } } });

export const libraryQuery = (kind: LibraryKind, q: string) => ({
  ...pagedQuery(keys.library.kind(kind, "list", q), `/api/${kind}`, search(q)),
  placeholderData: keepPreviousData,
});

/** The prompts that a message can use. */
export const promptsQuery = (q: string) => ({
  ...pagedQuery(keys.library.kind("prompts", "choices", q), "/api/prompts", search(q)),
  placeholderData: keepPreviousData,
});

export const libraryItemQuery = (kind: LibraryKind, ref: string) =>
  queryOptions({
    queryKey: keys.library.kind(kind, "one", ref),
    queryFn: async ({ signal }): Promise<VersionedItem> =>
      versioned(await client.api.GET(`/api/${kind}/{ref}`, { signal, params: { path: { ref } } })),
  });

export const versionsQuery = (kind: LibraryKind, ref: string) =>
  pagedQuery(keys.library.kind(kind, "one", ref, "versions"), `/api/${kind}/{ref}/versions`, {
    params: { path: { ref } },
  });

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
  return useChange(
    keys.library.kind(kind),
    async (body: ItemBody): Promise<VersionedItem> =>
      await once(async (key) => {
        const params = { header: { "Idempotency-Key": key } };
        return versioned<LibraryItem>(
          await client.api.POST(`/api/${kind}`, { ...requestOf(body), params }),
        );
      }),
  );
}

interface Change {
  readonly body: ItemBody;
  /** The version to replace; any other one fails with `precondition_failed`. */
  readonly etag: string;
}

export function useReplaceItem(kind: LibraryKind, ref: string) {
  return useReplace(
    libraryItemQuery(kind, ref).queryKey,
    async ({ body, etag }: Change) => {
      const params = { path: { ref }, header: { "If-Match": etag } };
      return versioned<LibraryItem>(
        await client.api.PUT(`/api/${kind}/{ref}`, { ...requestOf(body), params }),
      );
    },
    keys.library.kind(kind),
  );
}

export function useRollback(kind: LibraryKind, ref: string) {
  return useReplace(
    libraryItemQuery(kind, ref).queryKey,
    async (version: number) => {
      const params = { path: { ref } };
      return versioned<LibraryItem>(
        await client.api.POST(`/api/${kind}/{ref}/rollback`, { params, body: { version } }),
      );
    },
    keys.library.kind(kind),
  );
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
export async function exportItems(kind: LibraryKind): Promise<Blob> {
  const { data } = await client.api.GET(`/api/${kind}`, {
    headers: { accept: "application/x-ndjson" },
    parseAs: "blob",
  });
  return data as Blob;
}
