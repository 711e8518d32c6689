import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, testService } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { begun, said, steeredHost } from "./steering.test-support.ts";

it("a queued turn is interrupted by another instance while the one before it ends, and never runs", async () => {
  const store = testStore();
  const volumes = memoryVolumes();
  let afterCommit: (() => Promise<void>) | null = null;
  const watched: CompleteStore = {
    ...store,
    async transaction(work) {
      const result = await store.transaction(work);
      await afterCommit?.();
      return result;
    },
  };
  await using host = await steeredHost("person", { service: { store: watched, volumes } });
  const { session_id } = await begun(host, "person");
  const two = await host.send("two", { session_id });
  const peer = testService({ store, volumes });
  const stop = (service: typeof peer) => service.sessions.interrupt(admin, host.workspaceId, session_id);

  const stopped: unknown[] = [];
  afterCommit = async () => {
    const record = await store.sessions.get("default", host.workspaceId, session_id);
    const isNext = record?.state.current_turn === null && record.state.queued_turns.length === 1;
    // A run has ended the turn before it, and holds the session.
    if (!isNext || record.owner === null || stopped.length > 0) return;
    stopped.push("begun");
    stopped.push(await stop(peer));
  };
  await stop(host.service);
  await host.idle(session_id);
  expect(stopped).toEqual(["begun", { interrupted: true }]);
  expect(await host.session(session_id)).toMatchObject({
    last_turn: { id: two.turn_id, status: "interrupted", started_at: null },
  });
  await host.run("three", { session_id });
  expect((await said(host, session_id)).at(-1)).toBe("assistant: seen: first, three");
});
