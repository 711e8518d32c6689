import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Comparison } from "../ports/volume-baselines.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ChangesApi } from "./changes-api.ts";
import { SessionAccess } from "../access/session-access.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import type { Changes } from "../domain/changes/changes.ts";
import { hasOverlapped } from "./overlap.ts";
import { patchesOf, wholeChanges } from "./read-changes.ts";
import { SessionBaselines } from "./session-baselines.ts";

async function* none(): AsyncGenerator<string, void> {}

@service()
export class ChangesService implements ChangesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(SessionBaselines) private readonly baselines: SessionBaselines,
  ) {}

  async ofSession(principal: Principal, workspaceId: string, sessionId: string): Promise<Changes> {
    const { session, comparison } = await this.compare(principal, workspaceId, sessionId);
    if (comparison === null) return { files: [], diff: "", overlapped: false };
    const changes = await wholeChanges(comparison, this.clock);
    const overlapped = await hasOverlapped(this.store, session, comparison.writers);
    return { ...changes, overlapped };
  }

  async patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>> {
    const { comparison } = await this.compare(principal, workspaceId, sessionId);
    return comparison === null ? none() : patchesOf(comparison, this.clock);
  }

  private async compare(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
  ): Promise<{ readonly session: SessionRecord; readonly comparison: Comparison | null }> {
    const workspace = await this.workspaces.findReady(principal, workspaceId);
    const session = await this.sessions.find(principal, workspaceId, sessionId);
    const baselines = await this.baselines.of(workspace);
    if (baselines === null)
      throw new DomainError("not_allowed", "This host's volumes do not tell what was changed.");
    return { session, comparison: await baselines.compare(sessionId) };
  }
}
