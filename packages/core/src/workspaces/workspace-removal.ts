import { inject, service } from "../di.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { BackgroundRecord } from "../ports/cluster-store.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, OBJECTS, SANDBOXES, STORE, VOLUMES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import { removeWorkspaceObjects } from "../objects/workspace-objects.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { WorkingCopies } from "../portable/working-copies.ts";
import { RemovalNotices } from "./removal-notices.ts";
import { WORKSPACE_ACTIVITY, type WorkspaceActivity } from "./workspace-activity.ts";
import { WorkspaceCreation } from "./workspace-creation.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

const SESSIONS_PAGE = 500;
/** How long other instances may take to release a workspace, and how often this is checked. */
const MAX_WAIT_MS = 10_000;
const LOOK_MS = 50;
/** After so long, an instance continues a removal that another began. */
const FINISH_MS = 3_000;

/** Removes workspaces, and continues removals after a crash. Each step can be repeated. */
@service()
export class WorkspaceRemoval {
  private readonly stopping = new AbortController();
  private unsubscribe = () => {};
  private helping: Promise<void> = Promise.resolve();
  /** Workspaces that this instance removed, and those that others remove. */
  private readonly removing = new Set<string>();
  private readonly helped = new Set<string>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(WORKSPACE_ACTIVITY) private readonly activity: WorkspaceActivity,
    @inject(RemovalNotices) private readonly notices: RemovalNotices,
    @inject(WorkspaceCreation) private readonly creation: WorkspaceCreation,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(WorkingCopies) private readonly copies: WorkingCopies,
  ) {}

  /** Follows removals on other instances from now on. */
  start(): void {
    const help = () => {
      this.helping = this.helping.then(() => this.help());
    };
    const subscriptions = [
      this.notices.subscribe((notice) => {
        if (notice.type === "deleting") help();
        else this.helping = this.helping.then(() => this.leaveGone(notice.processes));
      }),
      this.store.cluster?.subscribe(({ type }) => {
        if (type === "workspace" || type === "missed") help();
      }),
    ];
    this.unsubscribe = () => {
      for (const end of subscriptions) end?.();
    };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.unsubscribe();
    await this.helping;
  }

  /** Interrupts runs, then removes the sandbox, the files, the snapshots and the rows, in this order: the rows are needed to find the rest again. */
  async remove(record: WorkspaceRecord): Promise<void> {
    this.removing.add(record.id);
    try {
      await this.removeNow(record);
    } finally {
      this.removing.delete(record.id);
    }
  }

  private async removeNow(record: WorkspaceRecord): Promise<void> {
    await this.store.workspaces.update(record.tenant, record.id, {
      status: "deleting",
      updated_at: this.clock.now(),
    });
    this.store.cluster?.publish([{ type: "workspace", workspace_id: record.id }]);
    await this.leave(record);
    if (this.store.cluster !== undefined) {
      const isOwn = this.instances.isOwn(record.placement);
      await this.untilLeft(record, isOwn);
      // An instance that reaches its files continues, now or after its restart.
      if (!isOwn) return;
    }
    await this.volumes.removeWorkspace(record.id, { tenant: record.tenant });
    if (this.objects !== null) await removeWorkspaceObjects(this.objects, record.id);
    const watched = await this.watchedSessions(record);
    await this.releaseBlobs(record);
    await this.store.workspaces.delete(record.tenant, record.id);
    this.store.cluster?.publish([{ type: "workspace", workspace_id: record.id }]);
    for (const sessionId of watched) this.activity.sessionGone(sessionId);
  }

  /** Ends what this instance does for a workspace, and removes a working copy of its files. */
  private async leave({ tenant, id }: Pick<WorkspaceRecord, "tenant" | "id">): Promise<void> {
    await this.activity.end(id);
    await this.sandboxes.remove(id);
    if (await this.copies.forget(id)) await this.volumes.removeWorkspace(id, { tenant });
  }

  /** Until no other instance runs anything in it (`isOwn`), or has removed it; not forever, for what is removed takes no writes. */
  private async untilLeft({ tenant, id }: WorkspaceRecord, isOwn: boolean): Promise<void> {
    const end = this.clock.monotonic() + MAX_WAIT_MS;
    while (this.clock.monotonic() < end && !this.stopping.signal.aborted) {
      const isLeft = isOwn
        ? (await this.store.workspaces.countSessions(tenant, [id])).get(id)?.running === 0 &&
          (await this.store.cluster?.background.inWorkspace(tenant, id))?.length === 0
        : (await this.store.workspaces.get(tenant, id)) === null;
      if (isLeft) return;
      await this.clock.sleep(LOOK_MS, this.stopping.signal);
    }
  }

  /** Releases workspaces that other instances remove, and removes them if the others do not reach the files. */
  private async help(): Promise<void> {
    try {
      for (const { tenant, id } of await this.store.workspaces.listDeleting()) {
        if (this.removing.has(id) || this.helped.has(id)) continue;
        const record = await this.unfinished(tenant, id);
        if (record === null) continue;
        this.helped.add(id);
        void this.finishLater(record, await this.tryLeave(record));
      }
    } catch (error) {
      this.logger.warn({ error }, "workspaces that another instance removes could not be read");
    }
  }

  /** Releases workspaces that another instance removes, or has removed. */
  private async leaveGone(ended: readonly BackgroundRecord[]): Promise<void> {
    try {
      for (const { tenant, workspaceId: id } of ended) {
        const record = await this.store.workspaces.get(tenant, id);
        if (record === null || record.status === "deleting") await this.tryLeave({ tenant, id });
      }
    } catch (error) {
      this.logger.warn({ error }, "workspaces that another instance removed could not be read");
    }
  }

  /** Leaves a workspace that another instance removes. Returns whether it did; a failure is logged, so that the others are left too. */
  private async tryLeave(record: Pick<WorkspaceRecord, "tenant" | "id">): Promise<boolean> {
    try {
      await this.leave(record);
      return true;
    } catch (error) {
      const message = "a workspace that another instance removes could not be left";
      this.logger.warn({ error, workspace_id: record.id }, message);
      return false;
    }
  }

  private async finishLater(record: WorkspaceRecord, isLeft: boolean): Promise<void> {
    await this.clock.sleep(FINISH_MS, this.stopping.signal);
    this.helped.delete(record.id);
    if (this.stopping.signal.aborted) return;
    // The other instance may have removed the row by now.
    if (!isLeft) await this.tryLeave(record);
    await this.finish(record);
  }

  /** Removes a workspace that is being deleted, if this instance reaches its files. */
  private async finish({ tenant, id, placement }: WorkspaceRecord): Promise<void> {
    if (!this.instances.isOwn(placement)) return;
    try {
      const record = await this.unfinished(tenant, id);
      if (record !== null) await this.remove(record);
    } catch (error) {
      this.logger.error({ error, workspace_id: id }, "a workspace could not be removed");
    }
  }

  /** A workspace that is being deleted as it is now, since it may have been listed long ago; null: it is being made, ready or gone. */
  private async unfinished(tenant: string, id: string): Promise<WorkspaceRecord | null> {
    const record = await this.store.workspaces.get(tenant, id);
    return record?.status === "deleting" && !this.creation.isUnderWay(record) ? record : null;
  }

  /** Releases what the workspace's sessions own, page by page, while they can still be listed. */
  private async releaseBlobs({ tenant, id }: WorkspaceRecord): Promise<void> {
    const { blobs } = this.store;
    if (blobs === undefined) return;
    for (let before: string | undefined; ;) {
      const page = await this.store.sessions.list(tenant, id, { limit: SESSIONS_PAGE, before });
      await blobs.release(
        tenant,
        page.map((session) => session.id),
      );
      if (page.length < SESSIONS_PAGE) return;
      before = page.at(-1)?.id;
    }
  }

  /** The workspace's sessions that have readers now. */
  private async watchedSessions(record: WorkspaceRecord): Promise<readonly string[]> {
    const found = await Promise.all(
      this.activity.readSessions().map((id) => this.store.sessions.get(record.tenant, record.id, id)),
    );
    return found.flatMap((session) => (session === null ? [] : [session.id]));
  }

  async finishInterrupted(): Promise<void> {
    for (const record of await this.store.workspaces.listDeleting()) await this.finish(record);
  }
}
