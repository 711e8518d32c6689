import { SessionBaselines } from "../../changes/session-baselines.ts";
import { inject, service } from "../../di.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { LOGGER, STORE } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { WorkspaceSnapshots } from "./workspace-snapshots.ts";

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
  private readonly written = new Map<string, Written>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SessionBaselines) private readonly baselines: SessionBaselines,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
  ) {}

  /** Runs work that may write for a turn. What a subagent writes belongs to the turn of its parent. */
  async whileWriting<T>(
    workspace: WorkspaceRecord,
    session: Writer,
    turnId: string,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.snapshots.isOffered && snapshotsOf(workspace.config).auto)
      await this.beforeTurn(workspace, await this.rootOf(workspace, session, turnId));
    return this.baselines.whileWriting(workspace, session, work);
  }

  /** Call this before a session's turn ends: later changes by others do not count. A failure does not stop the turn from ending. */
  async end(workspace: WorkspaceRecord, session: Writer): Promise<void> {
    await this.baselines.end(workspace, session);
    const written = this.written.get(session.id);
    this.written.delete(session.id);
    try {
      const record = (await written?.taken) ?? null;
      if (record !== null) await this.snapshots.end(workspace, record);
    } catch (error) {
      this.logger.warn(
        { error, session_id: session.id },
        "the files at the end of a turn could not be stored",
      );
    }
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
      const rows = await this.store.snapshots?.list(workspace.tenant, workspace.id, { limit: 1, session });
      const last = rows?.[0];
      if (last?.turn_id === turn_id) return last;
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
