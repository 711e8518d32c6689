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
import type { ChangedFile, Changes } from "../domain/changes/changes.ts";
import { hasOverlapped } from "./overlap.ts";
import { leftOut, readChanges } from "./read-changes.ts";
import { SessionBaselines } from "./session-baselines.ts";

/** Characters of the patch in a response that is not streamed. */
const MAX_DIFF_LENGTH = 16_777_216;

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
    const files: ChangedFile[] = [];
    const parts: string[] = [];
    let left = MAX_DIFF_LENGTH;
    for await (const { file, patch } of readChanges(comparison, this.clock)) {
      files.push(file);
      const fits = patch.length <= left;
      parts.push(fits ? patch : leftOut(file.path, "the whole patch is too large; ask for text/x-diff"));
      if (fits) left -= patch.length;
    }
    const overlapped = await hasOverlapped(this.store, session, comparison.writers);
    return { files, diff: parts.join(""), overlapped };
  }

  async patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>> {
    const { comparison } = await this.compare(principal, workspaceId, sessionId);
    return this.patches(comparison);
  }

  private async *patches(comparison: Comparison | null): AsyncGenerator<string, void> {
    if (comparison === null) return;
    for await (const { patch } of readChanges(comparison, this.clock)) yield patch;
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
