import type { components, Workspace } from "@workspace-agent/client";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";

const REFRESH_MS = 3_000;

interface WorkspacesOptions {
  /** A label, as `key:value`. */
  readonly label?: string;
  /** Whether most workspaces are filtered out by the page. */
  readonly isScan?: boolean;
}

export const workspacesQuery = (
  search: string,
  { label = "", isScan = false }: WorkspacesOptions = {},
) => ({
  ...pagedQuery(
    [...keys.workspaces.list(search), label, isScan] as const,
    "/api/workspaces",
    { params: { query: { ...(search !== "" && { search }), ...(label !== "" && { label }) } } },
    { refreshMs: REFRESH_MS, isScan },
  ),
  // The pages of another filter would be shown as if all of them had been read.
  ...(!isScan && { placeholderData: keepPreviousData }),
});

export async function readWorkspace(id: string, signal: AbortSignal): Promise<Workspace> {
  return await client.get("/api/workspaces/{id}", { signal, params: { path: { id } } });
}

export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: keys.workspaces.one(id),
    queryFn: async ({ signal }) => await readWorkspace(id, signal),
    refetchInterval: REFRESH_MS,
  });

type CreateWorkspace = components["schemas"]["CreateWorkspace"];

/** What runs in a workspace, and where its files are. Read once where these belong to a host. */
export const workspaceStateQuery = (id: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(id, "status"),
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}/status", { signal, params: { path: { id } } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.files === undefined ? false : REFRESH_MS,
  });

export function useCreateWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateWorkspace): Promise<Workspace> =>
      await once((key) =>
        client.post("/api/workspaces", { params: { header: { "Idempotency-Key": key } }, body }),
      ),
    onSuccess: (made) => {
      queries.setQueryData(keys.workspaces.one(made.id), made);
      return queries.invalidateQueries({ queryKey: keys.workspaces.all });
    },
  });
}

export function useRenameWorkspace(id: string) {
  return useChange(
    keys.workspaces.all,
    async (name: string) =>
      await client.patch("/api/workspaces/{id}", { params: { path: { id } }, body: { name } }),
  );
}

/** `onDeleted` is called even if the component is unmounted by then, as when a list has dropped its row. */
export function useDeleteWorkspace(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => await client.delete("/api/workspaces/{id}", { params: { path: { id } } }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: keys.workspaces.one(id) });
      // The screen of the workspace is left before it asks for the workspace again.
      void queries.invalidateQueries({ queryKey: keys.workspaces.all });
      onDeleted();
    },
  });
}
