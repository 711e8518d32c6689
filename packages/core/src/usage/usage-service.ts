import { inject, service } from "../di.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { UsageApi } from "./usage-api.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { toUsage } from "./sum-usage.ts";
import type { Usage } from "../domain/usage/usage.ts";

/** Tells what workspaces have used. */
@service()
export class UsageService implements UsageApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
  ) {}

  async ofWorkspace(principal: Principal, workspaceId: string): Promise<Usage> {
    const { tenant, id } = await this.workspaces.find(principal, workspaceId);
    return toUsage(await requirePart(this.store, "usage").list(tenant, id));
  }
}
