import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

/** The names of the templates for a new workspace, at most 500. */
export const templateNamesQuery = queryOptions({
  queryKey: keys.library.kind("templates", "names"),
  queryFn: async ({ signal }) => {
    const { items } = await client.page("/api/templates", { signal, params: { query: { limit: 500 } } });
    return items.map(({ name, description }) => ({ name, description }));
  },
});
