import type { SessionEvent } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { anEvent, aSession, aWorkspace, describeStoreContract } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { givenService } from "./given-service.test-support.ts";
import { mirroredStore } from "./own-store.ts";

describeStoreContract("a mirrored store", () => ({ store: mirroredStore(memoryStore(), () => undefined) }));

it("the host hears every event of a session once, in its order", async () => {
  const heard: SessionEvent[] = [];
  const store = mirroredStore(memoryStore(), (_tenant, _session, events) => heard.push(...events));
  await using given = await givenService([{ text: "done" }], { store });
  expect((await given.run("go")).status).toBe("completed");
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => index + 1));
  expect(heard.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["turn.queued", "turn.started", "item.completed", "turn.ended"]),
  );
});

it("the host hears nothing of what was undone", async () => {
  const heard: unknown[] = [];
  const store = mirroredStore(memoryStore(), (...appended) => heard.push(appended));
  await store.start();
  const workspace = aWorkspace();
  const session = aSession(workspace);
  await store.workspaces.insert(workspace);
  await store.sessions.insert(session);
  const undone = store.transaction(async ({ events }) => {
    await events.append(session.tenant, session.id, [anEvent(session.id, 1)]);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(heard).toEqual([]);
});
