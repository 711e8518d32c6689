import { queryOptions, skipToken } from "@tanstack/react-query";
import { atMost } from "./at-most.ts";
import { REFRESH_CHANGES_MS, type Changes } from "./changes.ts";
import { keys } from "./keys.ts";
import { readShortText } from "./read-text.ts";
import { readTurn } from "./sessions.ts";
import { allSnapshotsQuery, openPatch, readDiff, readSnapshots } from "./snapshots.ts";
import { totalsOfPatch, type ChangeTotals } from "./split-patch.ts";
import { NOW, spanOfTurn, type TurnEnd, type TurnSpan } from "./turn-span.ts";

const limited = atMost(2);
/** More is not read: comparing costs the server milliseconds for each file. */
const MAX_FILES = 100;
const MAX_CHARACTERS = 500_000;
/** A request that hangs does not keep others waiting for longer. */
const LONGEST_MS = 30_000;

const isTooLong = (patch: string) =>
  patch.length > MAX_CHARACTERS || patch.split("\ndiff --git ").length > MAX_FILES;

/** How much changed between two snapshots, or that it is too much to be counted. */
async function readTotals(workspaceId: string, span: TurnSpan): Promise<ChangeTotals | "many"> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  const patch = await readShortText(await openPatch(workspaceId, span, signal), isTooLong);
  return patch === null ? "many" : totalsOfPatch(patch);
}

/** Another turn may have begun since the snapshots were read. */
const FRESH_MS = 1_000;

/** How much a turn changed, up to the end of its span when the page asks first. A page asks once for each turn. */
export const turnTotalsQuery = (workspaceId: string, turn: TurnEnd, span: TurnSpan | null) =>
  queryOptions({
    queryKey: [...keys.workspaces.part(workspaceId, "turn-totals"), turn.id] as const,
    // Not cancelled when its row is no longer shown: it will be shown again.
    queryFn:
      span === null
        ? skipToken
        : async ({ client: queries }) =>
            await limited(async () => {
              if (span.to !== NOW) return await readTotals(workspaceId, span);
              const fresh = { ...allSnapshotsQuery(workspaceId), staleTime: FRESH_MS };
              return await readTotals(workspaceId, spanOfTurn(await queries.query(fresh), turn) ?? span);
            }),
    staleTime: "static",
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
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
      const turn = await readTurn(workspaceId, sessionId, turnId, signal);
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
