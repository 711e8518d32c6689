import type { ObjectStore } from "../../ports/object-store.ts";
import { systemClock } from "../../ports/clock.ts";
import { silentLogger } from "../../ports/logger.ts";
import { admin, type TestHost } from "../../test-host.test-support.ts";
import { SnapshotRetention } from "./snapshot-retention.ts";

/** An instance that looks at the objects of a host's workspace when so much time has passed. */
export function collector({ store, workspaceId }: TestHost, objects: ObjectStore) {
  let passedMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
  const retention = new SnapshotRetention(store, objects, clock, silentLogger, { isOwn: () => true });
  return {
    /** As in a sweep, which looks at what there is to remove. */
    async sweepAfter(ms: number): Promise<void> {
      passedMs = ms;
      await retention.run(new AbortController().signal);
    },
    async lookAfter(ms: number): Promise<void> {
      passedMs = ms;
      const workspace = await store.workspaces.get(admin.tenant, workspaceId);
      if (workspace === null) throw new Error("There is no workspace.");
      retention.consider(workspace, true);
      await retention.settled();
    },
  };
}
