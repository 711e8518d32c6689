import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { isProblem } from "./describe-error.ts";

/** Something with its ETag, which a change sends to make sure that it replaces this version. */
export interface Versioned<Item> {
  readonly item: Item;
  readonly etag: string;
}

interface ItemAnswer<Item> {
  readonly data?: Item;
  readonly response: Response;
}

export function versioned<Item>({ data, response }: ItemAnswer<Item>): Versioned<Item> {
  if (data === undefined) throw new TypeError("The response has no body.");
  return { item: data, etag: response.headers.get("etag") ?? "*" };
}

/** A change whose result replaces the version in the cache. `below` are other queries that it refreshes. */
export function useReplace<Item, Variables>(
  queryKey: QueryKey,
  mutationFn: (variables: Variables) => Promise<Versioned<Item>>,
  below?: QueryKey,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    // A response to a request that was sent before the change must not replace its result.
    onMutate: async () => await queries.cancelQueries({ queryKey, exact: true }),
    // After a conflict the user compares with the latest version.
    onError: async (error) => {
      if (isProblem(error, "precondition_failed")) await queries.invalidateQueries({ queryKey, exact: true });
    },
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      // Not awaited: until the change has ended, its result would be shown as a version of somebody else.
      if (below !== undefined) void queries.invalidateQueries({ queryKey: below });
    },
  });
}
