import type { Schemas, Workspace } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import type { Changes } from "./changes.ts";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { pagedQuery } from "./paged-query.ts";
import { NOW, type TurnSpan } from "./turn-span.ts";
import { useChange } from "./use-change.ts";

export type Snapshot = Schemas["Snapshot"];
export type ForkWorkspace = Schemas["ForkWorkspace"];

const REFRESH_MS = 5_000;
const PAGE_SIZE = 500;

const snapshotsKey = (workspaceId: string) => keys.workspaces.part(workspaceId, "snapshots");
const pathOf = (workspaceId: string, snapshotId: string) => ({ id: workspaceId, snapshot_id: snapshotId });

const ALL = "/api/workspaces/{id}/snapshots";
const ONE = "/api/workspaces/{id}/snapshots/{snapshot_id}";

/** Newest first. */
export const snapshotsQuery = (workspaceId: string) =>
  pagedQuery(
    [...snapshotsKey(workspaceId), "list"] as const,
    ALL,
    { params: { path: { id: workspaceId } } },
    { refreshMs: REFRESH_MS },
  );

export const snapshotQuery = (workspaceId: string, snapshotId: string) =>
  queryOptions({
    queryKey: [...snapshotsKey(workspaceId), "one", snapshotId] as const,
    queryFn: async ({ signal }) =>
      await client.get(ONE, { signal, params: { path: pathOf(workspaceId, snapshotId) } }),
  });

/** All of them, newest first. */
export async function readSnapshots(workspaceId: string, signal: AbortSignal): Promise<readonly Snapshot[]> {
  const params = { path: { id: workspaceId }, query: { limit: PAGE_SIZE } };
  return await Array.fromAsync(client.list(ALL, { signal, params }));
}

/** All of them, newest first. */
export const allSnapshotsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...snapshotsKey(workspaceId), "all"] as const,
    queryFn: async ({ signal }) => await readSnapshots(workspaceId, signal),
  });

/** The files before the first of these turns that wrote; null if there is no such snapshot. */
export const snapshotOfTurnsQuery = (workspaceId: string, turnIds: readonly string[]) =>
  queryOptions({
    ...allSnapshotsQuery(workspaceId),
    select: (all) =>
      all.findLast(({ turn_id: turn }) => turn !== null && turnIds.includes(turn)) ?? null,
  });

/** What changed from a snapshot to another one, or to now. */
export async function readDiff(
  workspaceId: string,
  { from, to }: TurnSpan,
  signal: AbortSignal,
): Promise<Changes> {
  const answer = await client.get(`${ONE}/diff`, {
    signal,
    params: { path: pathOf(workspaceId, from), query: { against: to } },
    headers: { accept: "application/json" },
  });
  if (typeof answer === "string") throw new TypeError("The server sent a patch instead of JSON.");
  return answer;
}

/** The response with the patch of the same, whose files arrive one after the other. */
export async function openPatch(
  workspaceId: string,
  { from, to }: TurnSpan,
  signal: AbortSignal,
): Promise<Response> {
  const { response } = await client.api.GET(`${ONE}/diff`, {
    signal,
    params: { path: pathOf(workspaceId, from), query: { against: to } },
    headers: { accept: "text/x-diff" },
    parseAs: "stream",
  });
  return response;
}

/** What changed from a snapshot to the files as they are. */
export const snapshotDiffQuery = (workspaceId: string, snapshotId: string) =>
  queryOptions({
    queryKey: [...snapshotsKey(workspaceId), "diff", snapshotId] as const,
    queryFn: async ({ signal }) => await readDiff(workspaceId, { from: snapshotId, to: NOW }, signal),
  });

export function useCreateSnapshot(workspaceId: string) {
  return useChange(
    snapshotsKey(workspaceId),
    async (label: string | null): Promise<Snapshot> =>
      await once((key) =>
        client.post(ALL, {
          params: { path: { id: workspaceId }, header: { "Idempotency-Key": key } },
          body: { label },
        }),
      ),
  );
}

export function useDeleteSnapshot(workspaceId: string, snapshotId: string) {
  return useChange(
    // The query of the snapshot itself would fail.
    snapshotsQuery(workspaceId).queryKey,
    async () => await client.delete(ONE, { params: { path: pathOf(workspaceId, snapshotId) } }),
  );
}

/** Creates a workspace from another one. */
export function useForkWorkspace(id: string) {
  return useChange(
    keys.workspaces.all,
    async (body: ForkWorkspace): Promise<Workspace> =>
      await once((key) =>
        client.post("/api/workspaces/{id}/fork", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body,
        }),
      ),
  );
}
