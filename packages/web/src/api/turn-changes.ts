import { queryOptions, skipToken } from "@tanstack/react-query";
import { atMost } from "./at-most.ts";
import { REFRESH_CHANGES_MS, totalsOf, type Changes } from "./changes.ts";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { readDiff, readSnapshots } from "./snapshots.ts";
import { spanOfTurn, type TurnSpan } from "./turn-span.ts";

const limited = atMost(2);

/** How much a turn changed. Between two snapshots that never changes. To `NOW`, it is what it was when the page asked first. */
export const turnTotalsQuery = (workspaceId: string, span: TurnSpan | null) =>
  queryOptions({
    queryKey: [...keys.workspaces.part(workspaceId, "turn-totals"), span] as const,
    // Not cancelled when its row is no longer shown: it will be shown again.
    queryFn:
      span === null
        ? skipToken
        : async () => await limited(async () => totalsOf((await readDiff(workspaceId, span)).files)),
    staleTime: "static",
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export interface TurnChanges extends Changes {
  readonly isEnded: boolean;
  /** When the files were that the earlier ones are compared with. Null: they are those of now. */
  readonly until: string | null;
}

/** What changed from before a turn to the next snapshot, or to now. */
export const turnChangesQuery = (workspaceId: string, sessionId: string, turnId: string) =>
  queryOptions({
    queryKey: [...keys.workspaces.part(workspaceId, "sessions", "changes", sessionId), turnId] as const,
    queryFn: async ({ signal }): Promise<TurnChanges> => {
      const turn = await client.get("/api/workspaces/{id}/sessions/{session_id}/turns/{turn_id}", {
        signal,
        params: { path: { id: workspaceId, session_id: sessionId, turn_id: turnId } },
      });
      const snapshots = await readSnapshots(workspaceId, signal);
      const span = spanOfTurn(snapshots, turn);
      const until = snapshots.find(({ id }) => id === span?.to)?.created_at ?? null;
      const changes =
        span === null
          ? { files: [], diff: "", overlapped: false }
          : await readDiff(workspaceId, span, signal);
      return { ...changes, isEnded: turn.ended_at !== null, until };
    },
    refetchInterval: ({ state: { data } }) => (data?.isEnded === false ? REFRESH_CHANGES_MS : false),
  });
