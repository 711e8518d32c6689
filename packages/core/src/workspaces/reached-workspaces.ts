import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Repositories } from "../ports/store.ts";
import { nextTask } from "../runtime/next-task.ts";

const PAGE = 500;

/** All workspaces that are ready and whose files this instance reaches, for sweeps. */
export async function* reachedWorkspaces(
  { workspaces }: Pick<Repositories, "workspaces">,
  instances: Pick<InstanceRegistry, "isOwn">,
): AsyncGenerator<WorkspaceRecord, void> {
  for (let after: string | undefined; ;) {
    const page = await workspaces.listAll({ limit: PAGE, after });
    for (const workspace of page)
      if (workspace.status === "ready" && instances.isOwn(workspace.placement)) yield workspace;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
    // A store may answer within the same task.
    await nextTask();
  }
}
