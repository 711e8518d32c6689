import { DomainError } from "../../domain/errors/domain-error.ts";
import type { BackgroundRepository } from "../../ports/background-store.ts";
import type { Access } from "./access.ts";
import { EVERYONE } from "./tables.ts";

export function backgroundRepository(access: Access): BackgroundRepository {
  /** What living instances keep, of any tenant. */
  function living() {
    const now = access.now();
    const { instances, background } = access.tables;
    return instances
      .group(EVERYONE)
      .filter(({ aliveUntil }) => aliveUntil > now)
      .flatMap(({ id }) => background.group(id));
  }

  return {
    async keep(kept) {
      await access.write((tables) => {
        if (tables.instances.get(EVERYONE, kept.instanceId) === undefined)
          throw new DomainError("overloaded", "This instance is not known to live.");
        if (tables.background.get(kept.instanceId, kept.sessionId) === undefined)
          tables.background.put(kept.instanceId, Object.freeze({ ...kept, isStopped: false }));
      });
    },
    async letGo(instanceId, sessionId) {
      await access.write((tables) => {
        tables.background.remove(instanceId, sessionId);
      });
    },
    async stop(tenant, sessionId) {
      const isTheirs = (row: { readonly tenant: string; readonly sessionId: string }) =>
        row.tenant === tenant && row.sessionId === sessionId;
      if (!living().some(isTheirs)) return false;
      await access.write((tables) => {
        for (const row of [...tables.background.all()])
          if (isTheirs(row))
            tables.background.put(row.instanceId, Object.freeze({ ...row, isStopped: true }));
      });
      return true;
    },
    async goingOn(instanceId) {
      const { background, sessions, workspaces } = access.tables;
      return background.group(instanceId).flatMap(({ tenant, workspaceId, sessionId, isStopped }) => {
        const workspace = workspaces.get(tenant, workspaceId);
        const isGone = workspace === undefined || sessions.get(tenant, sessionId) === undefined;
        return isStopped || isGone || workspace.status === "deleting" ? [] : [sessionId];
      });
    },
    async inWorkspace(tenant, workspaceId) {
      return living()
        .filter((row) => row.tenant === tenant && row.workspaceId === workspaceId)
        .map(({ sessionId }) => sessionId);
    },
  };
}
