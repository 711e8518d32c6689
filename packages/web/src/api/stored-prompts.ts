import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const PAGE = 50;

/** The prompts that a message can be made of, whose name or description has these words. */
export const promptChoicesQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: keys.library.kind("prompts", "choices", q),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(q !== "" && { q }), ...(pageParam !== null && { cursor: pageParam }) };
      const { items, cursor } = await client.page("/api/prompts", { signal, params: { query } });
      const choices = items.map(({ name, description, arguments: names }) => ({
        name,
        description,
        arguments: names,
      }));
      return { choices, cursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
