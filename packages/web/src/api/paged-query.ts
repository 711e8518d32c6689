import type { ListOptions, ListPath } from "@workspace-agent/client";
import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import { client } from "./client.ts";

const PAGE_SIZE = 50;
/** The largest page of the API, to find some items among all of them. */
const SCAN = { limit: 500, intervalMs: 10_000 };

interface Reading {
  /** The pages that are shown are read again in this interval. Default: they are not. */
  readonly refreshMs?: number;
  /** Most items are filtered out by the page: pages are larger, and are refreshed less often. */
  readonly isScan?: boolean;
}

/** What the options of each list have. */
interface Asked {
  readonly params?: { readonly query?: object };
  readonly signal?: AbortSignal | null;
}

/** A list of the API that is read page by page. */
export const pagedQuery = <Path extends ListPath, Key extends QueryKey>(
  queryKey: Key,
  path: Path,
  options: ListOptions<Path>,
  { refreshMs, isScan = false }: Reading = {},
) => {
  const { limit, intervalMs } = isScan ? SCAN : { limit: PAGE_SIZE, intervalMs: refreshMs };
  const { params = {} }: Asked = options;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...params.query, limit, ...(pageParam !== null && { cursor: pageParam }) };
      const asked: Asked = { params: { ...params, query }, signal };
      return await client.page(path, asked as ListOptions<Path>);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // A refresh reads every page again, so that many pages are refreshed less often.
    refetchInterval: ({ state }) =>
      intervalMs === undefined ? false : intervalMs * (state.data?.pages.length ?? 1),
  });
};
