import { McpServers } from "../agent/mcp/mcp-servers.ts";
import { inject, injectable } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES, STORE, VOLUMES } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { Runner } from "../sessions/runner.ts";
import { WorkspaceCreation } from "./workspace-creation.ts";
import type { WorkspaceRecord } from "./workspace.ts";

const SESSIONS_PAGE = 500;

/** Removes workspaces, and goes on with removals that a crash cut short. Each step may be repeated. */
@injectable()
export class WorkspaceRemoval {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(Runner) private readonly runner: Runner,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(McpServers) private readonly servers: McpServers,
    @inject(WorkspaceCreation) private readonly creation: WorkspaceCreation,
  ) {}

  /** Interrupts what runs, then removes the sandbox, the files and the rows, in this order: what is left last is what finds the rest again. */
  async remove(record: WorkspaceRecord): Promise<void> {
    await this.store.workspaces.update(record.tenant, record.id, {
      status: "deleting",
      updated_at: this.clock.now(),
    });
    await this.runner.interruptWorkspace(record.id);
    await this.servers.remove(record.id);
    await this.sandboxes.remove(record.id);
    await this.volumes.removeWorkspace(record.id);
    const watched = await this.watchedSessions(record);
    await this.releaseBlobs(record);
    await this.store.workspaces.delete(record.tenant, record.id);
    for (const sessionId of watched) this.feed.publish(sessionId, { type: "gone" });
  }

  /** Lets go of what the workspace's sessions own, page by page, while they can still be listed. */
  private async releaseBlobs({ tenant, id }: WorkspaceRecord): Promise<void> {
    for (let before: string | undefined; ;) {
      const page = await this.store.sessions.list(tenant, id, {
        limit: SESSIONS_PAGE,
        ...(before !== undefined && { before }),
      });
      await this.store.blobs.release(
        tenant,
        page.map((session) => session.id),
      );
      if (page.length < SESSIONS_PAGE) return;
      before = page.at(-1)?.id;
    }
  }

  /** Those of the workspace's sessions that somebody reads at this moment. */
  private async watchedSessions(record: WorkspaceRecord): Promise<readonly string[]> {
    const found = await Promise.all(
      this.feed.watched().map((id) => this.store.sessions.get(record.tenant, record.id, id)),
    );
    return found.flatMap((session) => (session === null ? [] : [session.id]));
  }

  async finishInterrupted(): Promise<void> {
    const placement = await this.volumes.placement();
    for (const record of await this.store.workspaces.listDeleting()) {
      if (record.placement !== placement || this.creation.isUnderWay(record)) continue;
      try {
        await this.remove(record);
      } catch (error) {
        this.logger.error({ error, workspace_id: record.id }, "a workspace could not be removed");
      }
    }
  }
}
