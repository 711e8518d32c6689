import type { components, Workspace } from "@workspace-agent/client";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

/** How long a list that is looked at may lag behind: nothing announces changes of all workspaces. */
const LIVE_MS = 3_000;
const PAGE = 50;

export const workspacesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: keys.workspaces.list(search),
    queryFn: async ({ pageParam, signal }) =>
      await client.page("/api/workspaces", {
        signal,
        params: {
          query: {
            limit: PAGE,
            ...(search !== "" && { search }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: keepPreviousData,
    // With many pages open each look would ask for all of them.
    refetchInterval: ({ state }) => LIVE_MS * (state.data?.pages.length ?? 1),
  });

export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: keys.workspaces.one(id),
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}", { signal, params: { path: { id } } }),
    refetchInterval: LIVE_MS,
  });

type CreateWorkspace = components["schemas"]["CreateWorkspace"];

export function useCreateWorkspace() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateWorkspace): Promise<Workspace> =>
      await client.post("/api/workspaces", { body }),
    onSuccess: (made) => {
      queries.setQueryData(keys.workspaces.one(made.id), made);
      return queries.invalidateQueries({ queryKey: keys.workspaces.all });
    },
  });
}

export function useRenameWorkspace(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) =>
      await client.patch("/api/workspaces/{id}", { params: { path: { id } }, body: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.workspaces.all }),
  });
}

export function useDeleteWorkspace(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => await client.delete("/api/workspaces/{id}", { params: { path: { id } } }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: keys.workspaces.one(id) });
      return queries.invalidateQueries({ queryKey: keys.workspaces.all });
    },
  });
}
