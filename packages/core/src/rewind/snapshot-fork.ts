import { WorkspaceAccess } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../domain/workspaces/config.ts";
import type { CreateWorkspace, Workspace, WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { SnapshotRetention } from "../snapshots/workspace/snapshot-retention.ts";
import {
  noSuchSnapshot,
  snapshotRows,
  WorkspaceSnapshots,
} from "../snapshots/workspace/workspace-snapshots.ts";
import { WorkspaceCreation } from "../workspaces/workspace-creation.ts";
import { forkedConfig } from "./forked-config.ts";

/** A snapshot and the workspace whose files it has. */
interface Found {
  readonly workspace: WorkspaceRecord;
  readonly snapshot: SnapshotRecord;
}

/** Makes workspaces from snapshots, which are named by their ids alone. */
@service()
export class SnapshotFork {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceCreation) private readonly creation: WorkspaceCreation,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(SnapshotRetention) private readonly retention: SnapshotRetention,
  ) {}

  /**
   * The workspace that would be made now. Throws `not_found` for a snapshot that the principal does not see, and `not_allowed` for a host
   * without snapshots.
   */
  async planned(principal: Principal, snapshotId: string): Promise<WorkspaceRecord> {
    const { workspace } = await this.find(principal, snapshotId);
    return this.creation.planned(principal, { name: "fork", config: forkedConfig(workspace.config) });
  }

  /** Makes a workspace with the files of the snapshot. What `then` throws undoes all. Throws `overloaded` where the files are on other hosts. */
  async create<T extends object>(
    principal: Principal,
    snapshotId: string,
    { name, labels }: Pick<CreateWorkspace, "name" | "labels">,
    then: (repositories: Repositories, workspace: Workspace) => Promise<T>,
  ): Promise<T> {
    const { workspace, snapshot } = await this.find(principal, snapshotId);
    this.snapshots.objectsOf(workspace);
    const fill = (made: WorkspaceRecord) => this.restore(workspace, snapshot, made);
    const input = { name, labels, config: forkedConfig(workspace.config) };
    const request = { route: `fork snapshot ${snapshotId}`, body: input };
    return this.creation.createFilled(principal, input, { fill, then, request });
  }

  /** Writes the files of a snapshot, which stays meanwhile, into a workspace that was made. */
  async restore(
    source: WorkspaceRecord,
    { id, root }: Pick<SnapshotRecord, "id" | "root">,
    made: WorkspaceRecord,
  ): Promise<void> {
    const objects = this.snapshots.objectsOf(source);
    const { ignored } = snapshotsOf(source.config);
    await this.retention.whileHeld(id, () => this.snapshots.restore(made, objects, root, { ignored }));
  }

  private async find(principal: Principal, id: string): Promise<Found> {
    if (!this.snapshots.isOffered) throw new DomainError("not_allowed", "This host takes no snapshots.");
    const snapshot = await snapshotRows(this.store).find(principal.tenant, id);
    if (snapshot === null) throw noSuchSnapshot();
    return { snapshot, workspace: await this.access.findReady(principal, snapshot.workspace_id) };
  }
}
