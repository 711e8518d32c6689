import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { CompleteStore } from "../ports/store.ts";
import { admin, testService, until, untilStatus } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";
import { begun, steeredHost } from "./steering.test-support.ts";

it("a queued turn is interrupted while the one before it ends, even if the instance is full", async () => {
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
  await using host = await steeredHost("model", { service: { store: watched, volumes, maxRunningTurns: 1 } });
  await begun(host, "model");
  const one = await host.send("one");
  const { session_id } = one;
  const two = await host.send("two", { session_id });
  const peer = testService({ store, volumes });
  const stop = (service: typeof peer) => service.sessions.interrupt(admin, host.workspaceId, session_id);

  const record = () => store.sessions.get("default", host.workspaceId, session_id);
  const stopping: Promise<unknown>[] = [];
  afterCommit = async () => {
    const current = await record();
    const hasEnded =
      current?.state.current_turn === null && current.state.queued_turns[0]?.turn.id === two.turn_id;
    if (stopping.length > 0 || !hasEnded || current.owner === null) return;
    stopping.push(stop(peer));
    await until(async () => (await record())?.interrupt_turn_id === two.turn_id);
  };
  await stop(host.service);
  await untilStatus(host, session_id, "idle");
  expect(await Promise.all(stopping)).toEqual([{ interrupted: true }]);
  expect((await host.session(session_id)).last_turn).toMatchObject({
    id: two.turn_id,
    status: "interrupted",
  });
  host.release();
});
