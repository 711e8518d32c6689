import { expect, it } from "vitest";
import { memoryCluster } from "../../memory/index.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import { silentLogger } from "../../ports/logger.ts";
import { eventLoopTurns } from "../../test-host.test-support.ts";
import type { SharedStore } from "../../ports/store.ts";
import { anEvent, aSession, aWorkspace } from "../../testing/index.ts";
import type { Notice } from "../live-feed.ts";
import { FollowedSession } from "./followed-session.ts";

async function givenSession() {
  const base = memoryCluster().open();
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await base.workspaces.insert(workspace);
  await base.sessions.insert(session);
  return { base, session };
}

/** The types of the notices that its watchers receive. */
function following(store: SharedStore, id: string) {
  const notices: string[] = [];
  const deliver = (_: string, { type }: Notice) => void notices.push(type);
  return { notices, followed: new FollowedSession(id, { store, logger: silentLogger, deliver }) };
}

it("a session that could not be read at first is read with the next comparison", async () => {
  const { base, session } = await givenSession();
  let isAway = true;
  const positions: ClusterStore["positions"] = async (ids) => {
    if (isAway) throw new Error("The database cannot be reached.");
    return base.cluster.positions(ids);
  };
  const store = { ...base, cluster: { ...base.cluster, positions } };
  const { followed, notices } = following(store, session.id);
  followed.look();
  await eventLoopTurns();
  expect(notices).toEqual(["remote"]);
  isAway = false;
  const [position] = await positions([session.id]);
  followed.compare(position ?? null);
  await eventLoopTurns();
  expect(notices).toEqual(["remote", "remote"]);
});

it("watchers read for themselves what could not be read for them, since no other hint may come", async () => {
  const { base, session } = await givenSession();
  let isAway = false;
  const page: SharedStore["events"]["page"] = async (...given) => {
    if (isAway) throw new Error("The database cannot be reached.");
    return base.events.page(...given);
  };
  const { followed, notices } = following({ ...base, events: { ...base.events, page } }, session.id);
  followed.look();
  await eventLoopTurns();
  isAway = true;
  followed.look(1);
  await eventLoopTurns();
  expect(notices).toEqual(["remote", "remote"]);
  isAway = false;
  await base.events.append(session.tenant, session.id, [anEvent(session.id, 1)]);
  followed.look(1);
  await eventLoopTurns();
  expect(notices).toEqual(["remote", "remote", "events"]);
});
