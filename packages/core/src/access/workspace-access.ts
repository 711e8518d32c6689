import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import {
  noSuchWorkspace,
  ownsIfItMust,
  requireVisible,
  seesWorkspace,
  type Principal,
} from "../domain/principals/principal.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** Checks the `workspace_ids` of a request. Throws `invalid_request` with those that the principal does not see. */
export async function checkWorkspaceIds(
  { workspaces }: Repositories,
  principal: Principal,
  ids: readonly string[],
): Promise<void> {
  const found = await Promise.all(
    ids.map(async (id) => (seesWorkspace(principal, id) ? workspaces.get(principal.tenant, id) : null)),
  );
  const errors = found.flatMap((record, index) =>
    record === null ? [{ pointer: `#/workspace_ids/${index}`, detail: "no such workspace" }] : [],
  );
  if (errors.length > 0)
    throw new DomainError("invalid_request", "workspace_ids names what there is not.", { errors });
}

/** Finds a workspace for a principal. What the principal cannot access is `not_found`. */
@service()
export class WorkspaceAccess {
  constructor(@inject(STORE) private readonly store: Store) {}

  /** Throws `not_found` for a workspace that the principal is not bound to. */
  assertVisible(principal: Principal, id: string): void {
    requireVisible(principal, id);
  }

  async find(
    principal: Principal,
    id: string,
    repositories: Repositories = this.store,
  ): Promise<WorkspaceRecord> {
    this.assertVisible(principal, id);
    const record = await repositories.workspaces.get(principal.tenant, id);
    const isSeen = record !== null && record.config_version > 0 && ownsIfItMust(principal, record);
    if (!isSeen) throw noSuchWorkspace();
    return record;
  }

  /** As `find`, for work that a workspace being deleted cannot take. */
  async findReady(
    principal: Principal,
    id: string,
    repositories: Repositories = this.store,
  ): Promise<WorkspaceRecord> {
    const record = await this.find(principal, id, repositories);
    if (record.status === "deleting") throw noSuchWorkspace();
    return record;
  }
}
