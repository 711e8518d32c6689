import { expect, it } from "vitest";
import { memoryCluster } from "../../memory/index.ts";
import type { ChangeHint, ClusterStore } from "../../ports/cluster-store.ts";
import { silentLogger } from "../../ports/logger.ts";
import { eventLoopTurns } from "../../test-host.test-support.ts";
import { fakeClock } from "../../testing/index.ts";
import { PeerInstances } from "./peer-instances.ts";

it("watchers read for themselves where their sessions could not be compared with the store", async () => {
  const base = memoryCluster().open();
  let isAway = false;
  const positions: ClusterStore["positions"] = async (ids) => {
    if (isAway) throw new Error("The database cannot be reached.");
    return ids.map((id) => ({ id, tenant: "t", seq: 1 }));
  };
  const listeners: ((hint: ChangeHint) => void)[] = [];
  const subscribe: ClusterStore["subscribe"] = (listener) => {
    listeners.push(listener);
    return () => {};
  };
  const notices: string[] = [];
  const peers = new PeerInstances({
    store: { ...base, cluster: { ...base.cluster, positions, subscribe } },
    clock: fakeClock(),
    logger: silentLogger,
    deliver: (id, { type }) => void notices.push(`${id} ${type}`),
    underWay: () => [],
  });
  peers.start();
  for (const id of ["ses_1", "ses_2"]) peers.follow(id, { deltas: false });
  await eventLoopTurns();
  notices.length = 0;
  isAway = true;
  for (const listener of listeners) listener({ type: "missed" });
  await eventLoopTurns();
  expect(notices).toEqual(["ses_1 remote", "ses_2 remote"]);
  await peers.stop();
});
