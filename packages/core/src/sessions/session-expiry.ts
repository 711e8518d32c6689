import { inject, service } from "../di.ts";
import { lowestId } from "../domain/ids.ts";
import { isIdleSince } from "../domain/sessions/idle-since.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { cutoffOf } from "../domain/workspaces/retention.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { nextTask } from "../runtime/next-task.ts";
import { reachedWorkspaces } from "../workspaces/reached-workspaces.ts";
import { ProtectedSessions } from "./protected-sessions.ts";
import { SessionRemoval } from "./session-removal.ts";

const PAGE = 500;
/** Sessions that are removed side by side: they share a flush of the disk, and others wait for few. */
const BATCH = 4;

/** What one pass over the sessions of a workspace did. */
interface Pass {
  readonly removed: number;
  /** Subagents' sessions that stay because their parent was there. */
  readonly children: number;
}

/** Removes sessions that were inactive for longer than their workspace, or this instance, retains them. */
@service()
export class SessionExpiry {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(InstanceRegistry) private readonly instances: Pick<InstanceRegistry, "isOwn">,
    @inject(ProtectedSessions) private readonly inUse: ProtectedSessions,
    @inject(SessionRemoval) private readonly removal: Pick<SessionRemoval, "removeIf">,
  ) {}

  /** Looks at all workspaces whose files this instance reaches, until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    for await (const workspace of reachedWorkspaces(this.store, this.instances)) {
      if (signal.aborted) return;
      await this.expireIn(workspace, signal);
    }
  }

  /** The time before which sessions of a workspace expire; null: none does. */
  private cutoffIn({ config }: WorkspaceRecord): number | null {
    const days = config.retention?.sessions_days ?? null;
    return cutoffOf(this.clock.now(), days, this.settings.retention.sessionsDays);
  }

  private async expireIn(workspace: WorkspaceRecord, signal: AbortSignal): Promise<void> {
    if (this.cutoffIn(workspace) === null) return;
    try {
      let pass: Pass;
      let removed = 0;
      // Subagents' sessions are newer than their parents, which go first: another pass finds them without.
      do {
        pass = await this.pass(workspace, signal);
        removed += pass.removed;
      } while (pass.removed > 0 && pass.children > 0 && !signal.aborted);
      if (removed > 0)
        this.logger.info({ workspace_id: workspace.id, sessions: removed }, "expired sessions were removed");
    } catch (error) {
      this.logger.error({ error, workspace_id: workspace.id }, "expired sessions could not be removed");
    }
  }

  /** Goes through the sessions that were made before the time, the newest first: none is active before it is made. */
  private async pass({ tenant, id }: WorkspaceRecord, signal: AbortSignal): Promise<Pass> {
    let [removed, children] = [0, 0];
    for (let before: string | null = null; ;) {
      // With each page, because somebody may change the config, or delete the workspace.
      const workspace = await this.store.workspaces.get(tenant, id);
      const idleSince = workspace?.status === "ready" ? this.cutoffIn(workspace) : null;
      if (workspace === null || idleSince === null) return { removed, children };
      const expire = async (session: SessionRecord) => {
        if (await this.hasParent(session)) children += 1;
        else if (await this.removal.removeIf(workspace, session.id, { idleSince })) removed += 1;
      };
      before ??= lowestId("ses", idleSince);
      const page = await this.store.sessions.list(tenant, id, { limit: PAGE, before });
      const inactive = page.filter((session) => isIdleSince(session, idleSince));
      for (let at = 0; at < inactive.length; at += BATCH) {
        if (signal.aborted) return { removed, children };
        const begun = this.clock.monotonic();
        const inUse = await this.inUse.of(workspace);
        const batch = inactive.slice(at, at + BATCH).filter(({ id }) => !inUse.has(id));
        await Promise.all(batch.map(expire));
        await nextTask();
        // Half of the time is for others: the busier they are, the longer a batch takes, and this pause.
        const took = this.clock.monotonic() - begun;
        if (took > 0) await this.clock.sleep(took, signal);
      }
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return { removed, children };
      before = last.id;
    }
  }

  private async hasParent({ tenant, workspace_id, parent }: SessionRecord): Promise<boolean> {
    return (
      parent !== null && (await this.store.sessions.get(tenant, workspace_id, parent.session_id)) !== null
    );
  }
}
