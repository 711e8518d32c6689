import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const FRESH_MS = 60_000;

/** The models that the instance has: the default first, the others by reference. */
export const modelsQuery = queryOptions({
  queryKey: keys.models.all,
  queryFn: async ({ signal }) => {
    const list = client.list("/api/models", { signal, params: { query: { limit: 500 } } });
    const models = await Array.fromAsync(list);
    return models.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  },
  staleTime: FRESH_MS,
});
