import { inject, injectable } from "../di.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../principals/principal.ts";
import type { AgentService } from "../service.ts";
import { WorkspaceAccess } from "../workspaces/workspace-access.ts";
import { toUsage } from "./sum-usage.ts";
import type { Usage } from "./usage.ts";

type Api = AgentService["usage"];

/** Tells what workspaces have used. */
@injectable()
export class UsageService implements Api {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
  ) {}

  async ofWorkspace(principal: Principal, workspaceId: string): Promise<Usage> {
    const { tenant, id } = await this.workspaces.find(principal, workspaceId);
    return toUsage(await this.store.usage.list(tenant, id));
  }
}
