import { expect, it } from "vitest";
import { DAY_MS } from "../../domain/workspaces/retention.ts";
import { memoryObjects } from "../../memory/index.ts";
import { systemClock } from "../../ports/clock.ts";
import { admin, until } from "../../test-host.test-support.ts";
import { snapshotHost, writes } from "../../rewind/rewind.test-support.ts";
import { collector } from "./snapshot-retention.test-support.ts";
import { UNNEEDED_MS } from "./snapshot-retention.ts";

const keysOf = async (objects: ReturnType<typeof memoryObjects>) =>
  (await objects.list("")).objects.map(({ key }) => key);

it("keeps so many automatic snapshots, and those that people took", async () => {
  const turn = (text: string) => [writes("a.txt", text), { text: "done" }];
  await using host = await snapshotHost({
    script: ["1", "2", "3", "4"].flatMap(turn),
    config: { snapshots: { keep: 2 } },
  });
  const { session_id } = await host.run("first");
  const { id } = await host.service.snapshots.create(admin, host.workspaceId);
  const turns: string[] = [];
  for (const message of ["second", "third", "fourth"])
    turns.push((await host.run(message, { session_id })).turn_id);
  const taken = async () => (await host.snapshots()).map((each) => each.turn_id ?? each.id);
  const wanted = [turns[2], turns[1], id];
  await until(async () => (await taken()).length === wanted.length);
  expect(await taken()).toEqual(wanted);
});

it("removes the oldest automatic ones where all together store too much", async () => {
  const mebibyte = "x".repeat(1_048_576 - 4_096);
  const turn = (name: string) => [writes("a.txt", name + mebibyte), { text: "done" }];
  await using host = await snapshotHost({
    script: ["1", "2", "3", "4"].flatMap(turn),
    config: { snapshots: { max_mb: 2 } },
  });
  const { session_id } = await host.run("first");
  for (const message of ["second", "third", "fourth"]) await host.run(message, { session_id });
  await until(async () => (await host.snapshots()).length < 4);
  expect((await host.snapshots()).length).toBeGreaterThan(0);
});

/** A workspace of whose two snapshots the first was removed. Their objects were stored so long ago. */
async function oneOfTwoRemoved(ageMs: number) {
  let age = ageMs;
  const objects = memoryObjects({ clock: { ...systemClock, now: () => systemClock.now() - age } });
  const host = await snapshotHost({ script: [], service: { objects } });
  const { snapshots } = host.service;
  await host.put("a.txt", "one");
  const { id } = await snapshots.create(admin, host.workspaceId);
  await host.put("a.txt", "two");
  const kept = await snapshots.create(admin, host.workspaceId);
  const before = await keysOf(objects);
  await snapshots.delete(admin, host.workspaceId, id);
  const storeNow = () => void (age = 0);
  return { ...host, objects, before, kept, storeNow, ...collector(host, objects) };
}

it("removes objects that nothing has needed for six hours once they are a day old, and all with the workspace", async () => {
  await using host = await oneOfTwoRemoved(2 * DAY_MS);
  const { before, kept, lookAfter, sweepAfter, objects } = host;
  const { snapshots, workspaces } = host.service;
  await lookAfter(0);
  await lookAfter(UNNEEDED_MS - 60_000);
  expect(await keysOf(objects)).toEqual(before);
  await sweepAfter(2 * UNNEEDED_MS);
  expect((await keysOf(objects)).length).toBeLessThan(before.length);
  const { body } = await snapshots.read(admin, host.workspaceId, kept.id, "a.txt");
  expect(await new Response(body).text()).toBe("two");
  await workspaces.delete(admin, host.workspaceId);
  expect(await keysOf(objects)).toEqual([]);
});

it("keeps younger objects, since a snapshot that is being taken may need them", async () => {
  await using host = await oneOfTwoRemoved(DAY_MS / 2);
  for (const ms of [0, UNNEEDED_MS + 60_000]) await host.lookAfter(ms);
  expect(await keysOf(host.objects)).toEqual(host.before);
});

it("keeps an object that a take stores again after it was listed", async () => {
  await using host = await oneOfTwoRemoved(2 * DAY_MS);
  const { objects, before, store, workspaceId } = host;
  const rows = await store.snapshots.needs(admin.tenant, workspaceId);
  const needed = rows.flatMap((row) => row.objects);
  const [again, ...others] = before.filter((key) => !needed.some((each) => key.endsWith(each)));
  expect(others).not.toEqual([]);
  let afterList = async () => {};
  const list: typeof objects.list = async (...call) => {
    const page = await objects.list(...call);
    const work = afterList;
    afterList = async () => {};
    await work();
    return page;
  };
  const { lookAfter } = collector(host, { ...objects, list });
  await lookAfter(0);
  afterList = async () => {
    host.storeNow();
    await objects.put(again ?? "", new Uint8Array(1));
  };
  await lookAfter(UNNEEDED_MS + 60_000);
  expect(await keysOf(objects)).toEqual(before.filter((key) => !others.includes(key)));
});
