import { inject, service } from "../../di.ts";
import type { Item } from "../../domain/sessions/item.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SessionTrees, SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import { WorkspaceEnvironment } from "../../workspaces/workspace-environment.ts";
import { beginTrees, endTrees, noteRemoval, sessionsSince } from "./session-trees.ts";
import { snapshotRows, WorkspaceSnapshots, type LookedAt } from "./workspace-snapshots.ts";
import { WrittenTurns } from "./written-turns.ts";

const PAGE = 100;

/** A session that may write, or the subagent of one. */
export type Writer = Pick<SessionRecord, "id" | "parent" | "epoch">;

interface WritingTurn {
  readonly sessionId: string;
  readonly turnId: string;
  /** That of the session's lease. */
  readonly epoch: number;
  /** No other turn waits for it. */
  readonly isRoot: boolean;
}

/** Records the files before a turn's first call that can write, and when it ends: for snapshots, and for what sessions changed. */
@service()
export class SessionWrites {
  private readonly writingTools: ReadonlySet<string>;
  private readonly written: WrittenTurns;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) settings: Pick<ServiceSettings, "writingTools" | "instanceId">,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
  ) {
    this.writingTools = new Set(settings.writingTools);
    this.written = new WrittenTurns(settings.instanceId);
  }

  /** Runs work that may write for a turn. What a subagent writes belongs to the turn of its parent too. */
  async whileWriting<T>(
    workspace: WorkspaceRecord,
    session: Writer,
    turnId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const turns = await this.turnsOf(workspace, session, turnId);
    const sessions = turns.map(({ sessionId }) => sessionId);
    const end = await this.environment.beforeWrites(workspace, sessions);
    try {
      if (!(await this.snapshots.takes(workspace))) return await work();
      await this.begin(workspace, turns);
      this.note(turns);
      return await work();
    } finally {
      this.note(turns);
      end();
    }
  }

  /** Call this before a session's turn ends: later changes by others do not count. A failure does not stop the turn from ending. */
  async end(workspace: WorkspaceRecord, session: Writer, turnId: string): Promise<void> {
    const fields = { session_id: session.id, turn_id: turnId };
    try {
      if (this.snapshots.isOffered) await this.endTurn(workspace, session, turnId);
    } catch (error) {
      this.logger.warn({ error, ...fields }, "the files at the end of a turn could not be stored");
    }
    try {
      await this.environment.afterWrites(workspace, session.id);
    } catch (error) {
      this.logger.warn({ error, ...fields }, "the files at the end of a turn could not be published");
    }
  }

  /**
   * Call this before a turn ends whose work may have stopped the server: nothing looks at the files, so what changes from then on counts as
   * the session's. A failure does not stop the turn from ending.
   */
  async endUnseen({ tenant, id }: WorkspaceRecord, sessionId: string): Promise<void> {
    this.written.delete(sessionId);
    if (!this.snapshots.isOffered) return;
    try {
      const trees = await snapshotRows(this.store).sessions.get(tenant, id, sessionId);
      if (trees?.wrote_at !== null) return;
      const now = this.clock.now();
      await this.endWithout(trees, { at: now, wroteAt: now });
    } catch (error) {
      this.logger.warn(
        { error, session_id: sessionId },
        "the end of a session's changes could not be stored",
      );
    }
  }

  private endWithout(
    trees: SessionTrees,
    stopped: { readonly at: number; readonly wroteAt: number },
  ): Promise<void> {
    return this.store.transaction((repositories) =>
      endTrees(repositories, trees, { ...stopped, taken: null }, this.written.lastWrite),
    );
  }

  /** The turn may have written on another instance. Where the files cannot be stored, they count as changed by the session from then on. */
  private async endTurn(workspace: WorkspaceRecord, session: Writer, turnId: string): Promise<void> {
    const { tenant, id } = workspace;
    const { id: sessionId, epoch } = session;
    await this.written.get(sessionId)?.begun.catch(() => {});
    const wroteAt = this.written.lastOf(sessionId, turnId, epoch);
    this.written.delete(sessionId);
    const trees = await snapshotRows(this.store).sessions.get(tenant, id, sessionId);
    if (trees?.wrote_at !== null) return;
    const now = this.clock.now();
    const stopped = { at: now, wroteAt: wroteAt ?? now };
    try {
      const record = await this.ofTurn(workspace, sessionId, turnId);
      await this.snapshots.untilStored(workspace, (looked) =>
        this.store.transaction(async (repositories) => {
          if (!(await this.snapshots.isKept(repositories, workspace, looked))) return null;
          const { root: end_root, objects } = looked.taken;
          if (record?.end_root === null)
            await snapshotRows(repositories).end(tenant, id, record.id, { end_root, objects });
          await endTrees(repositories, trees, { ...stopped, taken: looked.taken }, this.written.lastWrite);
          return true;
        }),
      );
    } catch (error) {
      await this.endWithout(trees, stopped);
      throw error;
    }
  }

  /** The other sessions that have written since a session began to. */
  writersSince(trees: SessionTrees): Promise<readonly string[]> {
    return sessionsSince(this.store, trees, this.written.lastWrite);
  }

  /** The snapshot from before a turn, which is the newest of its session. */
  private async ofTurn(
    { tenant, id }: WorkspaceRecord,
    session: string,
    turnId: string,
  ): Promise<SnapshotRecord | null> {
    const [last] = (await this.store.snapshots?.list(tenant, id, { limit: 1, session })) ?? [];
    return last?.turn_id === turnId ? last : null;
  }

  /** Whether a call of the turn that can change files has a result: the files are not those from before the turn any more. */
  private async hasWritten(
    { tenant, id }: WorkspaceRecord,
    sessionId: string,
    turnId: string,
  ): Promise<boolean> {
    const session = await this.store.sessions.get(tenant, id, sessionId);
    for (let end = (session?.next_seq ?? 1) - 1; end > 0; end -= PAGE) {
      const after = Math.max(0, end - PAGE);
      const events = await this.store.events.page(tenant, sessionId, { after, limit: end - after });
      const own = events.filter((event) => event.turn_id === turnId);
      if (own.some((event) => event.type === "item.completed" && this.isWrite(event.item))) return true;
      if (own.some(({ type }) => type === "turn.started")) return false;
    }
    return false;
  }

  private isWrite({ content }: Item): boolean {
    return content.some((part) => part.type === "tool_result" && this.writingTools.has(part.name));
  }

  /** Call this before a session is removed: those that write now have written at the same time. */
  async forget({ tenant, id }: WorkspaceRecord, sessionId: string): Promise<void> {
    const trees = await this.store.snapshots?.sessions.get(tenant, id, sessionId);
    if (trees != null) await noteRemoval(this.store, trees, await this.written.lastWrite(this.store, trees));
    this.written.delete(sessionId);
  }

  private note(turns: readonly WritingTurn[]): void {
    for (const { sessionId, epoch } of turns) {
      const written = this.written.get(sessionId);
      if (written !== undefined) Object.assign(written, { epoch, wroteAt: this.clock.now() });
    }
  }

  /** Those of the turns that have not written yet begin to. */
  private async begin(workspace: WorkspaceRecord, turns: readonly WritingTurn[]): Promise<void> {
    const first = turns.filter(({ sessionId, turnId }) => this.written.get(sessionId)?.turnId !== turnId);
    const begun = first.length === 0 ? Promise.resolve() : this.storeBefore(workspace, first);
    for (const { sessionId, turnId, epoch } of first)
      this.written.set(sessionId, { turnId, begun, epoch, wroteAt: this.clock.now() });
    try {
      await Promise.all(turns.map(async ({ sessionId }) => this.written.get(sessionId)?.begun));
    } catch (error) {
      for (const { sessionId } of first) this.written.delete(sessionId);
      throw error;
    }
  }

  /** Stores the files before turns write, once for all of them. A turn goes on if that is not possible. */
  private async storeBefore(workspace: WorkspaceRecord, turns: readonly WritingTurn[]): Promise<void> {
    const { sessions } = snapshotRows(this.store);
    const found = await Promise.all(
      turns.map(({ sessionId }) => sessions.get(workspace.tenant, workspace.id, sessionId)),
    );
    const ids = turns.map(({ sessionId }) => sessionId);
    try {
      const root = await this.withoutSnapshot(workspace, turns);
      if (root !== null || found.includes(null)) {
        await this.storeNow(workspace, ids, root);
        return;
      }
    } catch (error) {
      this.logger.warn(
        { error, session_id: turns[0]?.sessionId, turn_id: turns[0]?.turnId },
        "the files before a turn's changes could not be stored",
      );
    }
    await this.store.transaction((repositories) =>
      beginTrees(repositories, workspace, ids, { at: this.clock.now(), taken: null }),
    );
  }

  /** Of some turns the one that needs a snapshot from before it. It may have begun on another instance. */
  private async withoutSnapshot(
    workspace: WorkspaceRecord,
    turns: readonly WritingTurn[],
  ): Promise<WritingTurn | null> {
    const root = turns.find(({ isRoot }) => isRoot);
    if (root === undefined || !snapshotsOf(workspace.config).auto) return null;
    const { sessionId, turnId } = root;
    if ((await this.ofTurn(workspace, sessionId, turnId)) !== null) return null;
    return (await this.hasWritten(workspace, sessionId, turnId)) ? null : root;
  }

  private async storeNow(
    workspace: WorkspaceRecord,
    sessionIds: readonly string[],
    root: WritingTurn | null,
  ): Promise<void> {
    const insert = async (repositories: Repositories, looked: LookedAt) => {
      const { snapshots } = this;
      if (root === null) return snapshots.isKept(repositories, workspace, looked);
      const { sessionId: session_id, turnId: turn_id } = root;
      const origin = { kind: "auto", label: null, session_id, turn_id } as const;
      return (await snapshots.insert(repositories, workspace, looked, origin)) !== null;
    };
    await this.snapshots.untilStored(workspace, (looked) =>
      this.store.transaction(async (repositories) => {
        if (!(await insert(repositories, looked))) return null;
        const begun = { at: this.clock.now(), taken: looked.taken };
        await beginTrees(repositories, workspace, sessionIds, begun);
        return true;
      }),
    );
  }

  /** A turn, and those that wait for it. */
  private async turnsOf(
    { tenant, id }: WorkspaceRecord,
    session: Writer,
    turnId: string,
  ): Promise<readonly WritingTurn[]> {
    const turns: WritingTurn[] = [];
    let current = { sessionId: session.id, turnId, epoch: session.epoch };
    for (let { parent } = session; parent !== null;) {
      turns.push({ ...current, isRoot: false });
      const above = await this.store.sessions.get(tenant, id, parent.session_id);
      current = { sessionId: parent.session_id, turnId: parent.turn_id, epoch: above?.epoch ?? 0 };
      parent = above?.parent ?? null;
    }
    return [...turns, { ...current, isRoot: true }];
  }
}
