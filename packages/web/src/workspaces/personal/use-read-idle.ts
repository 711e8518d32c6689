import type { Workspace } from "@workspace-agent/client";
import { useEffect } from "react";
import { lowerReadIdle, workspaceName } from "./personal-view.ts";
import { usePersonalView } from "./use-personal-view.ts";

interface Fetched {
  readonly dataUpdatedAt: number;
  readonly isSuccess: boolean;
  readonly isFetchedAfterMount: boolean;
}

/** Notes where read sessions work again. What was cached before the list is shown may be older than what the person has read. */
export function useReadIdle(workspaces: readonly Workspace[] | undefined, query: Fetched): void {
  const { change } = usePersonalView();
  const { dataUpdatedAt, isSuccess, isFetchedAfterMount } = query;
  const isFresh = isSuccess && isFetchedAfterMount;
  useEffect(() => {
    if (!isFresh || workspaces === undefined) return;
    change((view) =>
      workspaces.reduce(
        (before, { id, session_counts }) => lowerReadIdle(before, workspaceName(id), session_counts.idle),
        view,
      ),
    );
  }, [workspaces, dataUpdatedAt, isFresh, change]);
}
