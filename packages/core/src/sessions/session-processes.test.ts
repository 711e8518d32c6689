import { expect, it } from "vitest";
import { memoryStore } from "../memory/index.ts";
import type { Store } from "../ports/store.ts";
import { aSession, aWorkspace, fakeClock } from "../testing/index.ts";
import { SessionProcesses } from "./session-processes.ts";

it("what a session keeps on another instance is stopped though its own processes cannot be ended", async () => {
  const store: Store = { ...memoryStore(), capabilities: { shared: true } };
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await store.workspaces.insert(workspace);
  await store.sessions.insert(session);
  await store.instances.beat("inst_2", workspace.placement, 3_600_000);
  const kept = { tenant: workspace.tenant, workspaceId: workspace.id, sessionId: session.id };
  await store.background.keep({ ...kept, instanceId: "inst_2" });
  expect(await store.background.goingOn("inst_2")).toEqual([session.id]);

  const clock = fakeClock();
  const place = { killGroup: () => Promise.reject(new Error("The engine is away.")) };
  const processes = new SessionProcesses(store, clock, place, { end: async () => {} });
  const ended = expect(processes.end(workspace, session.id)).rejects.toThrow("The engine is away.");
  await clock.advance(2_000);
  await ended;
  expect(await store.background.goingOn("inst_2")).toEqual([]);
});
