import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

const REFRESH_MS = 5_000;

/** The usage of a workspace since it was created. */
export const usageQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "usage"),
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}/usage", { signal, params: { path: { id: workspaceId } } }),
    refetchInterval: REFRESH_MS,
  });

/** The latest turns of a session. */
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
    refetchInterval: REFRESH_MS,
  });
