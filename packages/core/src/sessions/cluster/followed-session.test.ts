import { expect, it } from "vitest";
import { memoryCluster } from "../../memory/index.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { silentLogger } from "../../ports/logger.ts";
import { eventLoopTurns } from "../../test-host.test-support.ts";
import { aSession, aWorkspace } from "../../testing/index.ts";
import { FollowedSession } from "./followed-session.ts";

it("a session that could not be read at first is read with the next comparison", async () => {
  const base = memoryCluster().open();
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await base.workspaces.insert(workspace);
  await base.sessions.insert(session);
  let isAway = true;
  const positions: ClusterStore["positions"] = async (ids) => {
    if (isAway) throw new Error("The database cannot be reached.");
    return base.cluster.positions(ids);
  };
  const store = { ...base, cluster: { ...base.cluster, positions } };
  const notices: string[] = [];
  const followed = new FollowedSession(session.id, {
    store,
    logger: silentLogger,
    deliver: (_, { type }) => void notices.push(type),
  });
  followed.look();
  await eventLoopTurns();
  expect(notices).toEqual([]);
  isAway = false;
  const [position] = await positions([session.id]);
  followed.compare(position ?? null);
  await eventLoopTurns();
  expect(notices).toEqual(["remote"]);
});
