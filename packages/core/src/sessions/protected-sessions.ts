import { BackgroundBinding } from "../background/background-binding.ts";
import { inject, service } from "../di.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { MAX_SCHEDULES } from "../domain/schedules/schedule.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** The sessions that something needs although they are idle. Whatever names a session for later adds it here, or it expires. */
@service()
export class ProtectedSessions {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(BackgroundBinding) private readonly background: Pick<BackgroundBinding, "sessionsIn">,
  ) {}

  /**
   * Those of a workspace, now: the ones whose background processes run, here or on another instance, and the ones that schedules name,
   * paused or not.
   */
  async of({ tenant, id }: WorkspaceRecord): Promise<ReadonlySet<string>> {
    const onPeers = (await this.store.cluster?.background.inWorkspace(tenant, id)) ?? [];
    const schedules = (await this.store.schedules?.list(tenant, id, { limit: MAX_SCHEDULES })) ?? [];
    const scheduled = schedules.flatMap(({ session_id, paused_reason }) =>
      session_id === null || paused_reason === "ended" ? [] : [session_id],
    );
    return new Set([...this.background.sessionsIn(id), ...onPeers, ...scheduled]);
  }
}
