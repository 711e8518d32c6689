import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { WorkspaceAccess } from "./workspace-access.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

export const noSuchSession = () => new DomainError("not_found", "There is no such session.");
export const noSuchTurn = () => new DomainError("not_found", "There is no such turn.");

/** Finds a session for a principal through its workspace. */
@service()
export class SessionAccess {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
  ) {}

  async find(principal: Principal, workspaceId: string, id: string): Promise<SessionRecord> {
    this.workspaces.assertVisible(principal, workspaceId);
    const record = await this.store.sessions.get(principal.tenant, workspaceId, id);
    if (record === null) throw noSuchSession();
    return record;
  }
}
