import { inject, service } from "../di.ts";
import { SessionWrites } from "../snapshots/workspace/session-writes.ts";
import { STORE } from "../ports/injection.ts";
import type { RemovalCondition, Store } from "../ports/store.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { Interrupter } from "./interrupter.ts";
import { LiveFeed } from "./live-feed.ts";
import { SessionProcesses } from "./session-processes.ts";
import { subagentSessions } from "./subagent-sessions.ts";

/** Removes sessions with everything that belongs to them. Each step can be repeated. */
@service()
export class SessionRemoval {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(Interrupter) private readonly interrupter: Interrupter,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(SessionWrites) private readonly writes: SessionWrites,
  ) {}

  /** Ends what the session does, then removes its subagents' sessions, its processes, and last its rows, by which a caller finds it again. */
  async remove(workspace: WorkspaceRecord, id: string): Promise<void> {
    const { tenant } = workspace;
    await this.interrupter.interruptAll(tenant, workspace.id, id);
    for await (const child of subagentSessions(this.store, tenant, workspace.id, id))
      await this.remove(workspace, child);
    await this.processes.end(workspace, id);
    await this.writes.forget(workspace, id);
    await this.store.sessions.delete(tenant, id);
    this.feed.publish(id, { type: "gone" });
  }

  /**
   * Removes a session that meets a condition, and returns whether it did. The rows decide, and go before its processes. Subagents'
   * sessions stay.
   */
  async removeIf(workspace: WorkspaceRecord, id: string, condition: RemovalCondition): Promise<boolean> {
    // One that then stays has written all the same.
    await this.writes.forget(workspace, id);
    if (!(await this.store.sessions.delete(workspace.tenant, id, condition))) return false;
    this.feed.publish(id, { type: "gone" });
    await this.processes.tryEnd(workspace, id);
    return true;
  }
}
