import type { SessionTrees } from "../../domain/snapshots/snapshot.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { TakenSnapshot } from "../../ports/volume-snapshots.ts";
import { snapshotRows } from "./workspace-snapshots.ts";

/** Only those that write now have a later time. */
const NOW = Number.MAX_SAFE_INTEGER;

/** When a session last wrote. */
type LastWrite = (repositories: Repositories, trees: SessionTrees) => Promise<number>;

/** The files at a moment; null where they could not be stored. */
interface Moment {
  readonly at: number;
  readonly taken: TakenSnapshot | null;
}

/** Notes that sessions write from now on. Those that never did before begin with these files. */
export async function beginTrees(
  repositories: Repositories,
  { tenant, id }: WorkspaceRecord,
  sessionIds: readonly string[],
  { at, taken }: Moment,
): Promise<void> {
  const { sessions } = snapshotRows(repositories);
  for (const session_id of sessionIds) {
    const found = await sessions.get(tenant, id, session_id);
    if (found === null)
      await sessions.insert(
        {
          tenant,
          workspace_id: id,
          session_id,
          root: taken?.root ?? null,
          begun_at: at,
          end_root: null,
          stored_at: taken === null ? 0 : at,
          wrote_at: null,
          writers: [],
        },
        taken?.objects ?? [],
      );
    else if (found.wrote_at !== null) await sessions.save({ ...found, wrote_at: null });
  }
}

/** Notes that a session has stopped writing. */
export async function endTrees(
  repositories: Repositories,
  { tenant, workspace_id, session_id }: SessionTrees,
  { at, taken, wroteAt }: Moment & { readonly wroteAt: number },
  lastWrite: LastWrite,
): Promise<void> {
  const { sessions } = snapshotRows(repositories);
  const found = await sessions.get(tenant, workspace_id, session_id);
  if (found === null) return;
  const { root, begun_at } = found;
  const ended = {
    ...found,
    end_root: taken?.root ?? null,
    stored_at: taken !== null ? at : root === null ? 0 : begun_at,
    wrote_at: wroteAt,
    writers: await sessionsSince(repositories, found, lastWrite),
  };
  await sessions.save(ended, taken?.objects ?? []);
}

/** The other sessions that have written since a session began to. */
export async function sessionsSince(
  repositories: Repositories,
  { tenant, workspace_id, session_id, begun_at, writers }: SessionTrees,
  lastWrite: LastWrite,
): Promise<readonly string[]> {
  const rows = await snapshotRows(repositories).sessions.writing(tenant, workspace_id, begun_at);
  const since = new Set(writers);
  for (const row of rows)
    if (row.session_id !== session_id && (await lastWrite(repositories, row)) >= begun_at)
      since.add(row.session_id);
  return [...since];
}

/** Notes that a session has written in the rows of those that write now: its own row is removed. */
export async function noteRemoval(
  store: Store,
  { tenant, workspace_id, session_id }: SessionTrees,
  wroteAt: number,
): Promise<void> {
  for (const row of await snapshotRows(store).sessions.writing(tenant, workspace_id, NOW)) {
    if (row.session_id === session_id || row.begun_at > wroteAt) continue;
    await store.transaction(async (repositories) => {
      const { sessions } = snapshotRows(repositories);
      const found = await sessions.get(tenant, workspace_id, row.session_id);
      if (found?.wrote_at === null)
        await sessions.save({ ...found, writers: [...new Set([...found.writers, session_id])] });
    });
  }
}
