import { BackgroundBinding } from "../background/background-binding.ts";
import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** How long another instance is waited for, which ends them in any case as soon as it can; and how often it is looked. */
const MAX_WAIT_MS = 2_000;
const LOOK_MS = 50;

/** Ends what sessions have left running, on whichever instance that is. */
@service()
export class SessionProcesses {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceEnvironment) private readonly place: Pick<WorkspaceEnvironment, "killGroup">,
    @inject(BackgroundBinding) private readonly binding: Pick<BackgroundBinding, "end">,
  ) {}

  /** Throws where those of this instance could not be ended; the others' are marked all the same. */
  async end(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    const isShared = this.store.capabilities.shared;
    try {
      await this.place.killGroup(workspace, sessionId);
      if (isShared) await this.binding.end(sessionId);
    } finally {
      if (isShared) await this.endElsewhere(workspace, sessionId);
    }
  }

  /** InterruptRequests what is kept anywhere, and waits a while for its end. */
  private async endElsewhere({ tenant, id }: WorkspaceRecord, sessionId: string): Promise<void> {
    if (!(await this.store.background.stop(tenant, sessionId))) return;
    this.store.publish([{ type: "interrupt", session_id: sessionId }]);
    const end = this.clock.monotonic() + MAX_WAIT_MS;
    while (this.clock.monotonic() < end) {
      if (!(await this.store.background.inWorkspace(tenant, id)).includes(sessionId)) return;
      await this.clock.sleep(LOOK_MS);
    }
  }
}
