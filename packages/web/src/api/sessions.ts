import type { AcceptedTurn, AnswerRequest, Session } from "@workspace-agent/client";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { reportAway, whenBack } from "./reachability.ts";
import { untilAnswered } from "./until-answered.ts";
import { wholeText } from "./whole-text.ts";

/** How long the list may lag behind: no stream tells of all sessions. */
const LIVE_MS = 2_000;
const PAGE = 50;

/** What becomes of a message for a session that is at work. */
export type OnBusy = "queue" | "steer" | "interrupt";

export interface SentImage {
  /** In base64. */
  readonly data: string;
  readonly media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
}

const sessionsKey = (workspaceId: string) => keys.workspaces.part(workspaceId, "sessions");

export const sessionsQuery = (workspaceId: string) =>
  infiniteQueryOptions({
    queryKey: [...sessionsKey(workspaceId), "list"] as const,
    queryFn: async ({ pageParam, signal }) =>
      await client.page("/api/workspaces/{id}/sessions", {
        signal,
        params: {
          path: { id: workspaceId },
          query: { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    refetchInterval: ({ state }) => LIVE_MS * (state.data?.pages.length ?? 1),
  });

export const sessionQuery = (workspaceId: string, sessionId: string) =>
  queryOptions({
    queryKey: [...sessionsKey(workspaceId), "one", sessionId] as const,
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}/sessions/{session_id}", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId } },
      }),
    refetchInterval: LIVE_MS,
  });

export const turnQuery = (workspaceId: string, sessionId: string, turnId: string) =>
  queryOptions({
    queryKey: [...sessionsKey(workspaceId), "one", sessionId, "turns", turnId] as const,
    queryFn: async ({ signal }) =>
      await client.get("/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId, turn_id: turnId } },
      }),
  });

/** Lists and sessions of a workspace are asked for again. */
function useRefresh(workspaceId: string) {
  const queries = useQueryClient();
  return async () => await queries.invalidateQueries({ queryKey: sessionsKey(workspaceId) });
}

export interface Sent {
  /** The same for each attempt at the same message. */
  readonly key: string;
  readonly message?: string;
  readonly prompt?: { readonly name: string; readonly arguments: Readonly<Record<string, string>> };
  readonly images?: SentImage[];
  readonly session_id?: string;
  readonly on_busy?: OnBusy;
}

/** A message on its way. */
export interface Sending {
  readonly message: Sent;
  /** It is not sent again once this aborts. */
  readonly signal: AbortSignal;
  /** Called also where nobody looks at it any more. */
  readonly onAccepted: (turn: AcceptedTurn) => void;
}

/** Gives the agent work, when the server answers again where it does not; the session's events tell what comes of it. */
export function useSendMessage(workspaceId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async ({ message: { key, ...sent }, signal }: Sending): Promise<AcceptedTurn> => {
      const ask = async () =>
        await client.post("/api/workspaces/{id}/chat", {
          params: { path: { id: workspaceId }, header: { "Idempotency-Key": key } },
          body: { ...sent, mode: "async", source: "web" },
          headers: { accept: "application/json" },
        });
      return (await untilAnswered(ask, { reportAway, whenBack }, signal)) as AcceptedTurn;
    },
    onSuccess: async (turn, { onAccepted }) => {
      onAccepted(turn);
      await refresh();
    },
    // A message with its images is the composer's to keep.
    gcTime: 0,
  });
}

export function useInterrupt(workspaceId: string, sessionId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async () =>
      await client.post("/api/workspaces/{id}/sessions/{session_id}/interrupt", {
        params: { path: { id: workspaceId, session_id: sessionId } },
      }),
    onSuccess: refresh,
  });
}

export function useAnswerRequest(workspaceId: string, sessionId: string, requestId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async (body: AnswerRequest) =>
      await client.post("/api/workspaces/{id}/sessions/{session_id}/requests/{request_id}", {
        params: { path: { id: workspaceId, session_id: sessionId, request_id: requestId } },
        body,
      }),
    onSuccess: refresh,
  });
}

export function useRenameSession(workspaceId: string, sessionId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async (name: string | null) =>
      await client.patch("/api/workspaces/{id}/sessions/{session_id}", {
        params: { path: { id: workspaceId, session_id: sessionId } },
        body: { name },
      }),
    onSuccess: refresh,
  });
}

export function useDeleteSession(workspaceId: string, sessionId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async () =>
      await client.delete("/api/workspaces/{id}/sessions/{session_id}", {
        params: { path: { id: workspaceId, session_id: sessionId } },
      }),
    onSuccess: refresh,
  });
}

/** A session of its own that begins with what was said up to a message; without one, with all of it. */
export function useForkSession(workspaceId: string, sessionId: string) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: async (atMessage: string | null): Promise<Session> =>
      await client.post("/api/workspaces/{id}/sessions/{session_id}/fork", {
        params: { path: { id: workspaceId, session_id: sessionId } },
        body: atMessage === null ? {} : { at_message: atMessage },
      }),
    onSuccess: refresh,
  });
}

/** The whole of an output that was cut, while the sandbox has it. */
export const outputQuery = (workspaceId: string, outputId: string) =>
  queryOptions({
    queryKey: [...keys.workspaces.part(workspaceId, "outputs"), outputId] as const,
    queryFn: async ({ signal }) => {
      const read = async () => {
        const { response } = await client.api.GET("/api/workspaces/{id}/outputs/{output_id}", {
          signal,
          params: { path: { id: workspaceId, output_id: outputId } },
          parseAs: "stream",
        });
        return await wholeText(response, signal);
      };
      return await untilAnswered(read, { reportAway, whenBack }, signal);
    },
    // An output never changes, and its megabytes are kept no longer than they are shown.
    staleTime: Infinity,
    gcTime: 0,
  });

export type TranscriptType = "text/markdown" | "application/json";

/** A session's whole transcript as text. */
export async function readTranscript(
  workspaceId: string,
  sessionId: string,
  type: TranscriptType,
): Promise<string> {
  const { response } = await client.api.GET("/api/workspaces/{id}/sessions/{session_id}/transcript", {
    params: { path: { id: workspaceId, session_id: sessionId } },
    headers: { accept: type },
    parseAs: "stream",
  });
  return await wholeText(response);
}
