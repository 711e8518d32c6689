import { inject, service } from "../di.ts";
import { InstanceRegistry, PORTABLE } from "../instance/instance-registry.ts";
import { repeat } from "../instance/repeat.ts";
import type { WorkingCopyRecord } from "../domain/files/working-copy.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES, STORE, VOLUMES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { DAY_MS } from "../domain/workspaces/retention.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { copyOf, type Hold, type Holds } from "./holds.ts";
import { Publisher } from "./publisher.ts";
import { LOOK_MS } from "./use.ts";

/** How often an instance looks at what it has. */
const POLL_MS = 5_000;
/** The pause between publications of files that background processes change. */
const AGAIN_MS = 15_000;
const PAGE = 500;
/** How long files that leave, or an instance that stops, wait for the writes of callers to end. */
const WRITES_MS = 2_000;
const LOOK_AT_CALLS_MS = 50;

/** Whose files. */
type Whose = Pick<WorkingCopyRecord, "tenant" | "workspace_id">;

/** Releases files that other instances wait for, publishes what nobody published, and removes working copies that are not needed. */
@service()
export class CopyKeeper {
  private readonly looks = new MergedCalls(() => this.lookAtAll());
  private readonly removals = new MergedCalls(() => this.removeGone());
  /** What may have been removed. */
  private readonly suspects = new Set<Hold>();
  /** Files that other instances waited for at the last look. */
  private wanted: ReadonlySet<string> = new Set();
  private readonly stopping = new AbortController();
  /** What is done for each workspace: none waits for another. */
  private readonly busy = new Map<string, Promise<void>>();
  private loop: Promise<void> = Promise.resolve();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SANDBOXES) private readonly sandboxes: Pick<SandboxProvider, "remove">,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(Publisher) private readonly publisher: Publisher,
  ) {}

  start(): void {
    const { holds } = this.publisher;
    if (holds === null) return;
    this.unsubscribe = this.store.cluster?.subscribe((hint) => {
      if (hint.type === "missed") {
        this.look();
        this.suspect(holds.all);
      }
      const hold = "workspace_id" in hint ? holds.get(hint.workspace_id) : undefined;
      if (hold === undefined) return;
      if (hint.type === "files") this.look();
      if (hint.type === "workspace") this.suspect([hold]);
    });
    this.loop = repeat(this.clock, POLL_MS, this.stopping.signal, () => this.look());
  }

  /** Looks soon at what can be released or published. */
  look(): void {
    if (this.publisher.holds !== null) this.looks.call();
  }

  /** Call when something no longer uses files. */
  afterUse(workspaceId: string): void {
    if (this.wanted.has(workspaceId) && !this.publisher.use(workspaceId).has("turn")) this.look();
  }

  /** Publishes and releases everything. Call it when no turn runs any more. */
  async stop(): Promise<void> {
    this.unsubscribe?.();
    this.stopping.abort();
    this.publisher.stopRestoring();
    await this.loop;
    await this.looks.settled();
    await this.removals.settled();
    await Promise.all(this.busy.values());
    for (const hold of this.publisher.holds?.all ?? []) this.begin(hold.record, (one) => this.release(one));
    await Promise.all(this.busy.values());
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async lookAtAll(): Promise<void> {
    const { publisher } = this;
    const all = publisher.holds?.all ?? [];
    let rows: readonly Whose[];
    try {
      rows = await requirePart(this.store, "workingCopies").wantedOf(this.instances.id);
    } catch (error) {
      this.logger.warn({ error }, "the files that others wait for could not be read");
      return;
    }
    this.wanted = new Set(rows.map(({ workspace_id }) => workspace_id));
    for (const row of rows) this.begin(row, (one) => this.release(one));
    for (const hold of all)
      if (this.isLeft(hold)) this.begin(hold.record, ({ workspace_id }) => publisher.publish(workspace_id));
    publisher.prune();
  }

  private begin(one: Whose, work: (one: Whose) => Promise<void>): void {
    const { workspace_id } = one;
    if (this.busy.has(workspace_id)) return;
    const done = work(one)
      .catch((error: unknown) => {
        this.logger.warn({ error, workspace_id }, "files could not be published or released");
      })
      .finally(() => this.busy.delete(workspace_id));
    this.busy.set(workspace_id, done);
  }

  /** Whether something changed that no turn or call which is under way publishes: background processes write, or a publication failed. */
  private isLeft({ workspace: { id }, record: { changed_by, published_at } }: Hold): boolean {
    if (changed_by === null || this.clock.now() - (published_at ?? 0) < AGAIN_MS) return false;
    const { writers, isUsed } = this.publisher.use(id);
    return !isUsed || !changed_by.every((session) => writers.isWriting(session));
  }

  /** Looks whether other instances have removed workspaces, and removes their working copies. */
  private suspect(holds: readonly Hold[]): void {
    for (const hold of holds) this.suspects.add(hold);
    this.removals.call();
  }

  private async removeGone(): Promise<void> {
    for (const hold of this.suspects) {
      this.suspects.delete(hold);
      const { tenant, id } = hold.workspace;
      try {
        if ((await this.store.workspaces.get(tenant, id)) !== null) continue;
        if (await this.publisher.forget(id)) await this.remove(id, tenant);
      } catch (error) {
        const message = "a workspace that may have been removed could not be read";
        this.logger.warn({ error, workspace_id: id }, message);
      }
    }
  }

  private async release(one: Whose): Promise<void> {
    const { holds } = this.publisher;
    const use = this.publisher.use(one.workspace_id);
    if (holds === null || (use.has("turn") && !this.isStopping)) return;
    const now = () => this.publisher.alone(one.workspace_id, () => this.releaseNow(holds, one));
    if (holds.get(one.workspace_id) === undefined) return now();
    await use.during("leave", async () => {
      const end = this.clock.monotonic() + WRITES_MS;
      while (use.has("call") && this.clock.monotonic() < end) await this.clock.sleep(LOOK_AT_CALLS_MS);
      await now();
      if (holds.get(one.workspace_id) !== undefined) return;
      // They are released: the instance that waits for them usually looks before the calls that wait here.
      await this.clock.sleep(LOOK_MS + LOOK_AT_CALLS_MS, this.stopping.signal);
    });
  }

  /** Call it in `alone`. */
  private async releaseNow(holds: Holds, { tenant, workspace_id }: Whose): Promise<void> {
    const { publisher } = this;
    const hold = holds.get(workspace_id);
    if (hold === undefined) {
      await holds.disown(tenant, workspace_id);
      return;
    }
    // At a stop, a call that still writes gets an error: its files are not here any more.
    const { isStopping } = this;
    const use = publisher.use(workspace_id);
    if (!isStopping && (use.isUsed || (await publisher.background(tenant, workspace_id)).length > 0)) return;
    await publisher.publishNow(workspace_id);
    if (!isStopping && use.isUsed) return;
    // Before the row: from here on nobody takes them for files that this instance has. Where the row cannot be changed, it is disowned later.
    holds.forget(workspace_id);
    await holds.change(hold, (record) => ({ ...record, holder: null, wanted: false }));
  }

  /**
   * Removes the working copies of workspaces that do not exist any more, and those that another host has replaced more than a day ago.
   * A folder of which the store knows no workspace is left alone: it may belong to another store.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    if (this.publisher.holds === null) return;
    const here = new Set(await this.volumes.workspaceIds?.());
    const all = here.size;
    const stale: WorkspaceRecord[] = [];
    for (let after: string | undefined; here.size > 0 && !signal.aborted;) {
      const page = await this.store.workspaces.listAll({ limit: PAGE, after });
      for (const workspace of page)
        if (here.delete(workspace.id) && (await this.isStale(workspace))) stale.push(workspace);
      after = page.at(-1)?.id;
      if (page.length < PAGE) break;
    }
    if (signal.aborted || here.size === all) return;
    for (const id of here) {
      await this.publisher.forget(id);
      await this.remove(id);
    }
    for (const workspace of stale)
      await this.publisher.alone(workspace.id, async () => {
        if (!(await this.isStale(workspace))) return;
        this.publisher.holds?.forget(workspace.id);
        await this.remove(workspace.id, workspace.tenant);
      });
  }

  /** Removes a working copy, and before it the sandbox: while the working copy is there, a sweep finds both again. */
  private async remove(workspaceId: string, tenant?: string): Promise<void> {
    try {
      await this.sandboxes.remove(workspaceId);
      await this.volumes.removeWorkspace(workspaceId, tenant === undefined ? {} : { tenant });
    } catch (error) {
      const message = "a working copy that nobody needs could not be removed";
      this.logger.warn({ error, workspace_id: workspaceId }, message);
    }
  }

  private async isStale({ placement, tenant, id }: WorkspaceRecord): Promise<boolean> {
    if (placement !== PORTABLE || this.publisher.holds?.trusts(id) !== false) return false;
    const found = await requirePart(this.store, "workingCopies").get(tenant, id);
    const { copy = null, moved_at = null, published_at = null } = found?.record ?? {};
    const since = moved_at ?? published_at;
    if (copy === null || since === null || since > this.clock.now() - DAY_MS) return false;
    const volume = await this.volumes.workspace(id, { tenant });
    return copy !== (await copyOf(volume));
  }
}
