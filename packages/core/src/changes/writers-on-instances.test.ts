import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { systemClock } from "../ports/clock.ts";
import { ASKS, writes } from "../rewind/rewind.test-support.ts";
import { admin, answerFirst, startedService, testHost, until } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

it("a session that wrote here and then on another instance has written at the same time as one in between", async () => {
  const [store, volumes] = [testStore(), memoryVolumes()];
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const script = [writes("a", "1"), ASKS, writes("b", "1"), ASKS, writes("c", "1"), ASKS];
  const first = await testHost({ script, service: { store, volumes, clock } });
  const { workspaceId, models } = first;
  const untilItWaits = (id: string, requests: number) =>
    until(async () => (await first.session(id)).status === "waiting" && models.requests.length === requests);
  const one = (await first.send("one")).session_id;
  await untilItWaits(one, 2);
  aheadMs = 1_000;
  const other = (await first.send("another")).session_id;
  await untilItWaits(other, 4);
  const overlapped = async () =>
    (await first.service.changes.ofSession(admin, workspaceId, other)).overlapped;
  expect(await overlapped()).toBe(false);
  await first.service.stop();
  const service = await startedService({ store, volumes, models, clock });
  await answerFirst({ service, workspaceId }, one, { answers: { "Which?": "a" } });
  await untilItWaits(one, 6);
  expect(await overlapped()).toBe(true);
  await service.stop();
});
