import type { components } from "@workspace-agent/client";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

export type CreateServiceToken = components["schemas"]["CreateServiceToken"];

export const serviceTokensQuery = infiniteQueryOptions({
  queryKey: keys.tokens.all,
  queryFn: async ({ pageParam, signal }) =>
    await client.page("/api/service-tokens", {
      signal,
      params: { query: { limit: 100, ...(pageParam !== null && { cursor: pageParam }) } },
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.cursor,
});

/** Makes a token. Its secret is the caller's alone: it is in no cache, and whoever asked forgets it. */
export async function createServiceToken(body: CreateServiceToken): Promise<string> {
  const { token } = await client.post("/api/service-tokens", { body });
  return token;
}

export function useRevokeServiceToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      await client.delete("/api/service-tokens/{id}", { params: { path: { id } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens.all }),
  });
}
