import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

const PAGE_SIZE = 50;

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** A list that is read page by page. With `refreshMs`, the pages that are shown are read again in that interval. */
export const pagedQuery = <Page extends { readonly cursor: string | null }, Key extends QueryKey>(
  queryKey: Key,
  read: (query: PageQuery, signal: AbortSignal) => Promise<Page>,
  refreshMs?: number,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      await read({ limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // A refresh reads every page again, so that many pages are refreshed less often.
    refetchInterval: ({ state }) =>
      refreshMs === undefined ? false : refreshMs * (state.data?.pages.length ?? 1),
  });
