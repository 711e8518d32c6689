import type { operations } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";

type Answer = operations["getSessionChanges"]["responses"][200]["content"]["application/json"];

export type Changes = Readonly<Answer>;
export type FileChange = Answer["files"][number];

export const REFRESH_CHANGES_MS = 4_000;

/** The changes that a session made to the workspace's files. */
export const changesQuery = (workspaceId: string, sessionId: string, isLive: boolean) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "sessions", "changes", sessionId),
    queryFn: async ({ signal }): Promise<Changes> => {
      const answer = await client.get("/api/workspaces/{id}/sessions/{session_id}/changes", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId } },
        headers: { accept: "application/json" },
      });
      if (typeof answer === "string") throw new TypeError("The server sent a patch instead of JSON.");
      return answer;
    },
    refetchInterval: isLive ? REFRESH_CHANGES_MS : false,
  });
