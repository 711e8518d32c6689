import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { SessionTrees } from "../domain/snapshots/snapshot.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ChangesApi } from "./changes-api.ts";
import { SessionAccess } from "../access/session-access.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Changes } from "../domain/changes/changes.ts";
import { SessionWrites } from "../snapshots/workspace/session-writes.ts";
import { snapshotRows, WorkspaceSnapshots } from "../snapshots/workspace/workspace-snapshots.ts";
import { hasOverlapped } from "./overlap.ts";
import { patchesOf, wholeChanges } from "./read-changes.ts";
import { compareSnapshots, type Comparison } from "./snapshot-comparison.ts";

async function* none(): AsyncGenerator<string, void> {}

interface Compared {
  readonly session: SessionRecord;
  /** Null: the session has changed nothing. */
  readonly comparison: Comparison | null;
  /** Sessions that wrote meanwhile. */
  readonly writers: readonly string[];
}

@service()
export class ChangesService implements ChangesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(SessionWrites) private readonly writes: SessionWrites,
  ) {}

  async ofSession(principal: Principal, workspaceId: string, sessionId: string): Promise<Changes> {
    const { session, comparison, writers } = await this.compare(principal, workspaceId, sessionId);
    if (comparison === null) return { files: [], diff: "", overlapped: false };
    const changes = await wholeChanges(comparison, this.clock);
    return { ...changes, overlapped: await hasOverlapped(this.store, session, writers) };
  }

  async patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>> {
    const { comparison } = await this.compare(principal, workspaceId, sessionId);
    return comparison === null ? none() : patchesOf(comparison, this.clock);
  }

  private async compare(principal: Principal, workspaceId: string, sessionId: string): Promise<Compared> {
    const workspace = await this.workspaces.findReady(principal, workspaceId);
    const session = await this.sessions.find(principal, workspaceId, sessionId);
    const objects = this.snapshots.objectsOf(workspace);
    await this.snapshots.assertTaken(workspace);
    const trees = await snapshotRows(this.store).sessions.get(session.tenant, workspaceId, sessionId);
    if (trees === null) return { session, comparison: null, writers: [] };
    if (trees.root === null)
      throw new DomainError("not_allowed", "The files could not be stored before the session changed them.");
    const { root, writers } = await this.endOf(workspace, trees);
    const comparison = await compareSnapshots(objects, trees.root, root, { unignored: true });
    return { session, comparison, writers };
  }

  /** The files when the session stopped writing, or as they are now. */
  private async endOf(
    workspace: WorkspaceRecord,
    trees: SessionTrees,
  ): Promise<{ readonly root: string; readonly writers: readonly string[] }> {
    const { end_root, wrote_at, writers } = trees;
    if (end_root !== null && wrote_at !== null) return { root: end_root, writers };
    try {
      const { taken } = await this.snapshots.look(workspace);
      return { root: taken.root, writers: await this.writes.writersSince(trees) };
    } catch (error) {
      if (!DomainError.isInstance(error) || error.code !== "snapshot_incomplete") throw error;
      throw new DomainError("not_allowed", error.detail, { cause: error });
    }
  }
}
