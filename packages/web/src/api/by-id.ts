import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";
import { isProblem } from "./describe-error.ts";
import { keys } from "./keys.ts";
import { readSession } from "./sessions.ts";
import { readWorkspace } from "./workspaces.ts";

/** Each item has a request of its own, so that many are refreshed less often. */
const REFRESH_MS = 3_000;

/** The items with these ids that exist. */
export const byIdQuery = <Item>(
  queryKey: QueryKey,
  ids: readonly string[],
  read: (id: string, signal: AbortSignal) => Promise<Item>,
) =>
  queryOptions<readonly Item[]>({
    queryKey: [...queryKey, ...ids],
    queryFn: async ({ signal }) => await existing(ids.map(async (id) => await read(id, signal))),
    enabled: ids.length > 0,
    refetchInterval: REFRESH_MS * ids.length,
    placeholderData: keepPreviousData,
  });

export const workspacesByIdQuery = (ids: readonly string[]) =>
  byIdQuery([...keys.workspaces.all, "by-id"], ids, readWorkspace);

export const sessionsByIdQuery = (workspaceId: string, ids: readonly string[]) =>
  byIdQuery(
    keys.workspaces.part(workspaceId, "sessions", "by-id"),
    ids,
    async (id, signal) => await readSession(workspaceId, id, signal),
  );

/** What these requests return, without what was deleted. */
async function existing<Item>(requests: readonly Promise<Item>[]): Promise<readonly Item[]> {
  const items = await Promise.all(
    requests.map(async (request) => {
      try {
        return [await request];
      } catch (error) {
        if (isProblem(error, "not_found")) return [];
        throw error;
      }
    }),
  );
  return items.flat();
}
