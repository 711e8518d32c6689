import type { AcceptedTurn, AnswerRequest, Chat, Session, Turn } from "@workspace-agent/client";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { pagedQuery } from "./paged-query.ts";
import { reportUnavailable, whenAvailable } from "./reachability.ts";
import { untilResponse } from "./until-response.ts";
import { useChange } from "./use-change.ts";

const REFRESH_MS = 2_000;
const REFRESH_RECENT_MS = 4_000;

/** What happens to a message that is sent while a turn runs. */
export type OnBusy = Exclude<NonNullable<Chat["on_busy"]>, "reject">;

export type SentImage = NonNullable<Chat["images"]>[number];

const ONE = "/api/workspaces/{id}/sessions/{session_id}";

const sessionsKey = (workspaceId: string) => keys.workspaces.part(workspaceId, "sessions");
const pathOf = (workspaceId: string, sessionId: string) => ({ id: workspaceId, session_id: sessionId });

interface SessionsOptions {
  /** A pair of metadata, as `key:value`. */
  readonly metadata?: string;
  /** Whether most sessions are filtered out by the page. */
  readonly isScan?: boolean;
}

export const sessionsQuery = (
  workspaceId: string,
  { metadata = "", isScan = false }: SessionsOptions = {},
) =>
  pagedQuery(
    [...sessionsKey(workspaceId), "list", metadata, isScan] as const,
    "/api/workspaces/{id}/sessions",
    { params: { path: { id: workspaceId }, query: metadata === "" ? {} : { metadata } } },
    { refreshMs: REFRESH_MS, isScan },
  );

/** The latest sessions of a workspace, to choose one of them. */
export const recentSessionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...sessionsKey(workspaceId), "recent"] as const,
    queryFn: async ({ signal }) => {
      const { items } = await client.page("/api/workspaces/{id}/sessions", {
        signal,
        params: { path: { id: workspaceId }, query: { limit: 100 } },
      });
      return items;
    },
    refetchInterval: REFRESH_RECENT_MS,
  });

export async function readSession(
  workspaceId: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<Session> {
  return await client.get(ONE, { signal, params: { path: pathOf(workspaceId, sessionId) } });
}

export const sessionQuery = (workspaceId: string, sessionId: string) =>
  queryOptions({
    queryKey: [...sessionsKey(workspaceId), "one", sessionId] as const,
    queryFn: async ({ signal }) => await readSession(workspaceId, sessionId, signal),
    refetchInterval: REFRESH_MS,
  });

export async function readTurn(
  workspaceId: string,
  sessionId: string,
  turnId: string,
  signal: AbortSignal,
): Promise<Turn> {
  const path = { ...pathOf(workspaceId, sessionId), turn_id: turnId };
  return await client.get(`${ONE}/turns/{turn_id}`, { signal, params: { path } });
}

export const turnQuery = (workspaceId: string, sessionId: string, turnId: string) =>
  queryOptions({
    queryKey: [...sessionsKey(workspaceId), "one", sessionId, "turns", turnId] as const,
    queryFn: async ({ signal }) => await readTurn(workspaceId, sessionId, turnId, signal),
  });

type ChatPart = "message" | "prompt" | "images" | "attachments" | "session_id" | "on_busy";

export interface OutgoingMessage extends Readonly<Pick<Chat, ChatPart>> {
  /** The idempotency key: the same for each attempt to send this message. */
  readonly key: string;
}

interface Sending {
  readonly message: OutgoingMessage;
  /** Stops further attempts. */
  readonly signal: AbortSignal;
  /** Called even if the component that sent it is unmounted by then. */
  readonly onAccepted: (turn: AcceptedTurn) => void;
}

/** Sends a message, again after each outage until the server accepts it. */
export function useSendMessage(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ message: { key, ...message }, signal }: Sending): Promise<AcceptedTurn> => {
      const request = async () =>
        await client.post("/api/workspaces/{id}/chat", {
          params: { path: { id: workspaceId }, header: { "Idempotency-Key": key } },
          body: { ...message, mode: "async", source: "web" },
          headers: { accept: "application/json" },
        });
      return (await untilResponse(request, { reportUnavailable, whenAvailable }, signal)) as AcceptedTurn;
    },
    onSuccess: async (turn, { onAccepted }) => {
      onAccepted(turn);
      await queries.invalidateQueries({ queryKey: sessionsKey(workspaceId) });
    },
    // A message may hold megabytes of images.
    gcTime: 0,
  });
}

export function useInterrupt(workspaceId: string, sessionId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async () => await client.post(`${ONE}/interrupt`, { params: { path: pathOf(workspaceId, sessionId) } }),
  );
}

const TURN = `${ONE}/turns/{turn_id}` as const;

/** Changes the message of a queued turn. */
export function useUpdateTurn(workspaceId: string, sessionId: string, turnId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async (message: string) =>
      await client.patch(TURN, {
        params: { path: { ...pathOf(workspaceId, sessionId), turn_id: turnId } },
        body: { message },
      }),
  );
}

export function useWithdrawTurn(workspaceId: string, sessionId: string, turnId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async () =>
      await client.delete(TURN, {
        params: { path: { ...pathOf(workspaceId, sessionId), turn_id: turnId } },
      }),
  );
}

export function useAnswerRequest(workspaceId: string, sessionId: string, requestId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async (body: AnswerRequest) =>
      await client.post(`${ONE}/requests/{request_id}`, {
        params: { path: { ...pathOf(workspaceId, sessionId), request_id: requestId } },
        body,
      }),
  );
}

export function useRenameSession(workspaceId: string, sessionId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async (name: string | null) =>
      await client.patch(ONE, { params: { path: pathOf(workspaceId, sessionId) }, body: { name } }),
  );
}

export function useDeleteSession(workspaceId: string, sessionId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async () => await client.delete(ONE, { params: { path: pathOf(workspaceId, sessionId) } }),
  );
}

/** Creates a session with the transcript up to a message, or with all of it. */
export function useForkSession(workspaceId: string, sessionId: string) {
  return useChange(
    sessionsKey(workspaceId),
    async (atMessage: string | null): Promise<Session> =>
      await once((key) =>
        client.post(`${ONE}/fork`, {
          params: { path: pathOf(workspaceId, sessionId), header: { "Idempotency-Key": key } },
          body: atMessage === null ? {} : { at_message: atMessage },
        }),
      ),
  );
}

/** The full text of a truncated output, while the sandbox still has it. */
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
        return await response.text();
      };
      return await untilResponse(read, { reportUnavailable, whenAvailable }, signal);
    },
    // An output never changes, and may be megabytes.
    staleTime: "static",
    gcTime: 0,
  });

/** The full transcript of a session. */
export async function readTranscript(
  workspaceId: string,
  sessionId: string,
  type: "text/markdown" | "application/json",
): Promise<string> {
  const { response } = await client.api.GET(`${ONE}/transcript`, {
    params: { path: pathOf(workspaceId, sessionId) },
    headers: { accept: type },
    parseAs: "stream",
  });
  return await response.text();
}
