import type { FollowedEvent, FollowOptions, SessionEvent } from "@workspace-agent/client";
import { client } from "./client.ts";
import { readSession } from "./sessions.ts";

/** The events of one session, as `SessionFeed` reads them. */
export function sessionEvents(workspaceId: string, sessionId: string) {
  const path = { id: workspaceId, session_id: sessionId };
  return {
    head: async (signal: AbortSignal) => {
      const session = await readSession(workspaceId, sessionId, signal);
      return { seq: session.last_seq, hasActiveTurn: ["running", "waiting"].includes(session.status) };
    },
    follow: (options: FollowOptions): AsyncIterable<FollowedEvent> =>
      client.events(workspaceId, sessionId, options),
    page: async (after: number, limit: number, signal: AbortSignal): Promise<readonly SessionEvent[]> => {
      const { data } = await client.api.GET("/api/workspaces/{id}/sessions/{session_id}/events", {
        params: { path, query: { after, limit } },
        headers: { accept: "application/json" },
        signal,
      });
      return (data ?? []) as readonly SessionEvent[];
    },
  };
}
