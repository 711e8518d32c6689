import type { components } from "@workspace-agent/client";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";

export type CreateServiceToken = components["schemas"]["CreateServiceToken"];

export const serviceTokensQuery = pagedQuery(keys.tokens.all, "/api/service-tokens", {});

/** Creates a token and returns its secret, which must not be stored in any cache. */
export async function createServiceToken(body: CreateServiceToken): Promise<string> {
  const { token } = await client.post("/api/service-tokens", { body });
  return token;
}

export function useRevokeServiceToken() {
  return useChange(
    keys.tokens.all,
    async (id: string) => await client.delete("/api/service-tokens/{id}", { params: { path: { id } } }),
  );
}
