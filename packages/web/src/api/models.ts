import type { ListedModel } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const FRESH_MS = 60_000;

/** The models that the instance has: the default first, the others by reference. */
export const modelsQuery = queryOptions({
  queryKey: keys.models.all,
  queryFn: async ({ signal }) => {
    const models: ListedModel[] = [];
    const list = client.list("/api/models", { signal, params: { query: { limit: 500 } } });
    for await (const model of list) models.push(model);
    return models.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  },
  staleTime: FRESH_MS,
});
