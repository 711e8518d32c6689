import { SessionBaselines } from "../../changes/session-baselines.ts";
import { inject, service } from "../../di.ts";
import type { Item } from "../../domain/sessions/item.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { LOGGER, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { WorkspaceEnvironment } from "../../workspaces/workspace-environment.ts";
import { WorkspaceSnapshots } from "./workspace-snapshots.ts";

const PAGE = 100;

/** A session that may write, or the subagent of one. */
export type Writer = Pick<SessionRecord, "id" | "parent">;

/** What is known of the files before a turn wrote. */
interface Written {
  readonly turnId: string;
  readonly taken: Promise<SnapshotRecord | null>;
}

/** Records the files before a turn's first call that can write, and when it ends. */
@service()
export class SessionWrites {
  private readonly writingTools: ReadonlySet<string>;
  private readonly written = new Map<string, Written>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) settings: Pick<ServiceSettings, "writingTools">,
    @inject(SessionBaselines) private readonly baselines: SessionBaselines,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
  ) {
    this.writingTools = new Set(settings.writingTools);
  }

  /** Runs work that may write for a turn. What a subagent writes belongs to the turn of its parent. */
  async whileWriting<T>(
    workspace: WorkspaceRecord,
    session: Writer,
    turnId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const root = await this.rootOf(workspace, session, turnId);
    await this.environment.beforeWrites(workspace, [...new Set([session.id, root.sessionId])]);
    if (this.snapshots.isOffered && snapshotsOf(workspace.config).auto)
      await this.beforeTurn(workspace, root);
    return this.baselines.whileWriting(workspace, session, work);
  }

  /** Call this before a session's turn ends: later changes by others do not count. A failure does not stop the turn from ending. */
  async end(workspace: WorkspaceRecord, session: Writer, turnId: string): Promise<void> {
    await this.baselines.end(workspace, session);
    try {
      if (this.snapshots.isOffered) await this.endTurn(workspace, session.id, turnId);
      await this.environment.afterWrites(workspace, session.id);
    } catch (error) {
      this.logger.warn(
        { error, session_id: session.id },
        "the files at the end of a turn could not be stored",
      );
    }
  }

  /** The turn may have written on another instance. */
  private async endTurn(workspace: WorkspaceRecord, sessionId: string, turnId: string): Promise<void> {
    const written = this.written.get(sessionId);
    this.written.delete(sessionId);
    const known = written?.turnId === turnId ? await written.taken : null;
    const record = known ?? (await this.ofTurn(workspace, sessionId, turnId));
    if (record !== null && record.end_root === null) await this.snapshots.end(workspace, record);
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

  forget(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    this.written.delete(sessionId);
    return this.baselines.forget(workspace, sessionId);
  }

  private async beforeTurn(
    workspace: WorkspaceRecord,
    { sessionId, turnId }: { readonly sessionId: string; readonly turnId: string },
  ): Promise<void> {
    let written = this.written.get(sessionId);
    if (written?.turnId !== turnId) {
      written = { turnId, taken: this.take(workspace, sessionId, turnId) };
      this.written.set(sessionId, written);
    }
    await written.taken;
  }

  /** A turn goes on without a snapshot if none can be taken. */
  private async take(
    workspace: WorkspaceRecord,
    session: string,
    turn_id: string,
  ): Promise<SnapshotRecord | null> {
    try {
      // The turn may have begun on another instance.
      const taken = await this.ofTurn(workspace, session, turn_id);
      if (taken !== null) return taken;
      if (await this.hasWritten(workspace, session, turn_id)) return null;
      return await this.snapshots.take(workspace, {
        kind: "auto",
        label: null,
        session_id: session,
        turn_id,
      });
    } catch (error) {
      this.logger.warn(
        { error, session_id: session, turn_id },
        "no snapshot was taken before a turn's changes",
      );
      return null;
    }
  }

  /** The session and turn that a subagent works for in the end. */
  private async rootOf(
    { tenant, id }: WorkspaceRecord,
    session: Writer,
    turnId: string,
  ): Promise<{ readonly sessionId: string; readonly turnId: string }> {
    let [sessionId, rootTurn, parent] = [session.id, turnId, session.parent];
    while (parent !== null) {
      [sessionId, rootTurn] = [parent.session_id, parent.turn_id];
      const above = await this.store.sessions.get(tenant, id, sessionId);
      parent = above?.parent ?? null;
    }
    return { sessionId, turnId: rootTurn };
  }
}
