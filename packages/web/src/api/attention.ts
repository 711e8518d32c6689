import type { Workspace } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { isWaiting } from "./waiting.ts";

const REFRESH_MS = 10_000;
/** The largest page of the API: only the newest 500 workspaces are asked about. */
const PAGE_SIZE = 500;

/** The workspaces with sessions that wait for an answer. It is also refreshed while the page is hidden. */
export const attentionQuery = queryOptions({
  queryKey: keys.workspaces.waiting,
  queryFn: async ({ signal }): Promise<readonly Workspace[]> => {
    const query = { limit: PAGE_SIZE };
    const { items } = await client.page("/api/workspaces", { signal, params: { query } });
    return items.filter(isWaiting);
  },
  refetchInterval: REFRESH_MS,
  refetchIntervalInBackground: true,
});

/** The latest session of a workspace that waits, or undefined. */
export async function findWaitingSession(workspaceId: string): Promise<string | undefined> {
  const { items } = await client.page("/api/workspaces/{id}/sessions", {
    params: { path: { id: workspaceId }, query: { limit: 100 } },
  });
  return items.find(({ status }) => status === "waiting")?.id;
}
