import type { operations } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

type Answered = operations["getSessionChanges"]["responses"][200]["content"]["application/json"];

export type Changes = Readonly<Answered>;
export type FileChange = Answered["files"][number];

/** How far what is shown may lag behind a session that works. */
const LIVE_MS = 4_000;

/** The newest sessions of a workspace, to choose one of. */
export const recentSessionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "sessions", "recent"),
    queryFn: async ({ signal }) => {
      const { items } = await client.page("/api/workspaces/{id}/sessions", {
        signal,
        params: { path: { id: workspaceId }, query: { limit: 100 } },
      });
      return items;
    },
    refetchInterval: LIVE_MS,
  });

/** What a session has changed in the workspace's files. */
export const changesQuery = (workspaceId: string, sessionId: string, isLive: boolean) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "sessions", "changes", sessionId),
    queryFn: async ({ signal }): Promise<Changes> => {
      const answer = await client.get("/api/workspaces/{id}/sessions/{session_id}/changes", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId } },
        headers: { accept: "application/json" },
      });
      if (typeof answer === "string") throw new TypeError("A patch was answered, and not what it is of.");
      return answer;
    },
    refetchInterval: isLive ? LIVE_MS : false,
  });
