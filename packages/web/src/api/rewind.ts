import type { Schemas } from "@workspace-agent/client";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { isProblem } from "./describe-error.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";

export type Rewound = Schemas["Rewound"];

/** Before the message of a turn, or a snapshot. */
export type RewindTarget = { readonly to_turn: string } | { readonly to_snapshot: string };

/** What a rewind restores: the conversation is the `transcript`. */
export type Restore = "both" | "files" | "transcript";

interface Rewind {
  readonly target: RewindTarget;
  readonly restore: Restore;
  /** Whether files are included that others have changed. */
  readonly force?: boolean;
}

/** Rewinds a session, or with `isDryRun` only returns what would change. */
async function send(
  workspaceId: string,
  sessionId: string,
  { target, restore, force = false }: Rewind,
  { isDryRun, signal }: { readonly isDryRun: boolean; readonly signal?: AbortSignal },
): Promise<Rewound> {
  return await client.post("/api/workspaces/{id}/sessions/{session_id}/rewind", {
    params: { path: { id: workspaceId, session_id: sessionId } },
    body: { ...target, restore, dry_run: isDryRun, force },
    ...(signal !== undefined && { signal }),
  });
}

/** What a rewind would change. */
export const rewindPlanQuery = (
  workspaceId: string,
  sessionId: string,
  target: RewindTarget,
  restore: Restore,
) =>
  queryOptions({
    queryKey: ["rewind-plan", workspaceId, sessionId, target, restore] as const,
    queryFn: async ({ signal }) =>
      await send(workspaceId, sessionId, { target, restore }, { isDryRun: true, signal }),
    // Files may change at any time.
    staleTime: 0,
    gcTime: 0,
  });

/** Rewinds a session from wherever the user is by then, such as by the button of a toast. */
export async function rewindSession(workspaceId: string, sessionId: string, rewind: Rewind): Promise<Rewound> {
  const rewound = await send(workspaceId, sessionId, rewind, { isDryRun: false });
  void queryClient.invalidateQueries({ queryKey: keys.workspaces.one(workspaceId) });
  return rewound;
}

export function useRewind(workspaceId: string, sessionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (rewind: Rewind) => await rewindSession(workspaceId, sessionId, rewind),
    // Files were changed since the plan was made.
    onError: async (error) => {
      if (isProblem(error, "rewind_conflict"))
        await queries.invalidateQueries({ queryKey: ["rewind-plan", workspaceId, sessionId] });
    },
  });
}
