import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

/** The prompts that a message can be made of; the first five hundred. */
export const promptChoicesQuery = queryOptions({
  queryKey: keys.library.kind("prompts", "choices"),
  queryFn: async ({ signal }) => {
    const { items } = await client.page("/api/prompts", { signal, params: { query: { limit: 500 } } });
    return items.map(({ name, description, arguments: names }) => ({ name, description, arguments: names }));
  },
});
