import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const LIVE_MS = 5_000;

/** What a workspace has used since it was made. */
export const usageQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "usage"),
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}/usage", { signal, params: { path: { id: workspaceId } } }),
    refetchInterval: LIVE_MS,
  });

/** The newest turns of a session. */
export const recentTurnsQuery = (workspaceId: string, sessionId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "sessions", "turns", sessionId),
    queryFn: async ({ signal }) => {
      const { items } = await client.page("/api/workspaces/{id}/sessions/{session_id}/turns", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId }, query: { limit: 100 } },
      });
      return items;
    },
    refetchInterval: LIVE_MS,
  });
