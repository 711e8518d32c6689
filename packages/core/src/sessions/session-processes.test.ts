import { expect, it } from "vitest";
import { memoryCluster } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import { aSession, aWorkspace, fakeClock } from "../testing/index.ts";
import { SessionProcesses } from "./session-processes.ts";

it("stops a session's processes on another instance even if those of this one cannot be ended", async () => {
  const store = memoryCluster().open();
  const { instances, background } = store.cluster;
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await store.workspaces.insert(workspace);
  await store.sessions.insert(session);
  await instances.beat("inst_2", workspace.placement, 3_600_000);
  const kept = { tenant: workspace.tenant, workspaceId: workspace.id, sessionId: session.id };
  await background.add({ ...kept, instanceId: "inst_2" });
  expect(await background.unstopped("inst_2")).toEqual([session.id]);

  const clock = fakeClock();
  const environment = { killGroup: () => Promise.reject(new Error("The engine is not running.")) };
  const processes = new SessionProcesses(store, clock, environment, { end: async () => {} }, silentLogger);
  const ended = expect(processes.end(workspace, session.id)).rejects.toThrow("The engine is not running.");
  await clock.advance(2_000);
  await ended;
  expect(await background.unstopped("inst_2")).toEqual([]);
});
