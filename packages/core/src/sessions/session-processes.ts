import { BackgroundBinding } from "../background/background-binding.ts";
import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import type { ClusterStore } from "../ports/cluster-store.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** How long to wait for another instance, which ends them as soon as it can in any case. */
const MAX_WAIT_MS = 2_000;
const POLL_MS = 50;

/** Ends the processes of sessions, on whichever instance they run. */
@service()
export class SessionProcesses {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceEnvironment) private readonly environment: Pick<WorkspaceEnvironment, "killGroup">,
    @inject(BackgroundBinding) private readonly binding: Pick<BackgroundBinding, "end">,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Like `end`, but logs a failure. */
  async tryEnd(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    try {
      await this.end(workspace, sessionId);
    } catch (error) {
      this.logger.error({ error, session_id: sessionId }, "the processes of a session could not be ended");
    }
  }

  /** Throws where the processes of this instance could not be ended; those of other instances are requested to end all the same. */
  async end(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    const { cluster } = this.store;
    try {
      await this.environment.killGroup(workspace, sessionId);
      if (cluster !== undefined) await this.binding.end(sessionId);
    } finally {
      if (cluster !== undefined) await this.endOnPeers(cluster, workspace, sessionId);
    }
  }

  /** Requests the end of the session's processes on other instances, and waits a while for it. */
  private async endOnPeers(
    cluster: ClusterStore,
    { tenant, id }: WorkspaceRecord,
    sessionId: string,
  ): Promise<void> {
    if (!(await cluster.background.requestStop(tenant, sessionId))) return;
    cluster.publish([{ type: "interrupt", session_id: sessionId }]);
    const end = this.clock.monotonic() + MAX_WAIT_MS;
    while (this.clock.monotonic() < end) {
      if (!(await cluster.background.inWorkspace(tenant, id)).includes(sessionId)) return;
      await this.clock.sleep(POLL_MS);
    }
  }
}
