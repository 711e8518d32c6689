import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";

const PAGE_SIZE = 50;
/** The largest page of the API, to find some items among all of them. */
const SCAN = { limit: 500, intervalMs: 10_000 };

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * A list that is read page by page. With `refreshMs`, the pages that are shown are read again in that interval. A scan, most of whose
 * items the page filters out, has larger pages and is refreshed less often.
 */
export const pagedQuery = <Page extends { readonly cursor: string | null }, Key extends QueryKey>(
  queryKey: Key,
  read: (query: PageQuery, signal: AbortSignal) => Promise<Page>,
  refreshMs?: number,
  isScan = false,
) => {
  const { limit, intervalMs } = isScan ? SCAN : { limit: PAGE_SIZE, intervalMs: refreshMs };
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      await read({ limit, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // A refresh reads every page again, so that many pages are refreshed less often.
    refetchInterval: ({ state }) =>
      intervalMs === undefined ? false : intervalMs * (state.data?.pages.length ?? 1),
  });
};
