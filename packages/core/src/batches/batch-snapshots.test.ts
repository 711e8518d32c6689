import { describe, expect, it } from "vitest";
import { memoryObjects } from "../memory/index.ts";
import { codeOf, volumesWith } from "../rewind/rewind.test-support.ts";
import { admin, until } from "../test-host.test-support.ts";
import { batchHost, itemsOf, type BatchHost } from "./batches.test-support.ts";

const host = (options: Parameters<typeof batchHost>[1] = {}, isIdle = false) =>
  batchHost(undefined, { objects: memoryObjects(), ...options }, isIdle);

async function put({ service }: BatchHost, workspaceId: string, text: string): Promise<void> {
  await service.files.write(admin, workspaceId, "workspace", "a.txt", new Blob([text]).stream());
}

async function read({ service }: BatchHost, workspaceId: string): Promise<string> {
  return new Response((await service.files.read(admin, workspaceId, "workspace", "a.txt")).body).text();
}

async function names({ service }: BatchHost): Promise<readonly string[]> {
  const { items } = await service.workspaces.list(admin, { limit: 100 });
  return items.map(({ name }) => name).toSorted();
}

/** Volumes of which one restore stops until it may go on. */
function stoppedVolumes() {
  const reached = Promise.withResolvers<null>();
  const released = Promise.withResolvers<null>();
  let isFirst = true;
  const volumes = volumesWith(async (_, restore) => {
    if (isFirst) {
      isFirst = false;
      reached.resolve(null);
      await released.promise;
    }
    return restore();
  });
  return { volumes, reached: reached.promise, release: () => released.resolve(null) };
}

describe("a batch with a snapshot", () => {
  it("runs each item in a fork of it, without secrets", async () => {
    await using made = await host();
    const { workspaces, snapshots } = made.service;
    const source = await workspaces.create(admin, {
      name: "w",
      labels: { team: "a" },
      config: { system_prompt: "Be brief.", env: { A: "shown", KEY: { secret: true, value: "hidden" } } },
    });
    await put(made, source.id, "old");
    const { id: snapshot_id } = await snapshots.create(admin, source.id);
    await put(made, source.id, "new");
    const { id, defaults } = await made.create(itemsOf("a", "b"), { defaults: { snapshot_id } });
    expect(defaults).toEqual({ snapshot_id, turn: {} });
    const results = await made.results(id);
    expect(results.map(({ key, status }) => [key, status]).toSorted()).toEqual([
      ["a", "succeeded"],
      ["b", "succeeded"],
    ]);
    for (const { key, workspace_id } of results) {
      const fork = workspace_id ?? "";
      expect(await read(made, fork)).toBe("old");
      expect(await workspaces.get(admin, fork)).toMatchObject({ labels: { batch: id, batch_key: key } });
      const { config } = await workspaces.getConfig(admin, fork);
      expect(config).toMatchObject({ system_prompt: "Be brief.", env: { A: "shown" } });
      expect(config.env).not.toHaveProperty("KEY");
    }
    expect(await names(made)).toEqual([`${id}-1`, `${id}-2`, "w"]);
    expect(await read(made, source.id)).toBe("new");
  });

  it("needs it until it has ended, whatever instances and the limits of the workspace say", async () => {
    await using first = await host({}, true);
    const { id } = await first.service.workspaces.create(admin, {
      name: "w",
      config: { snapshots: { keep: 1 } },
    });
    const taken = async () => (await first.service.snapshots.list(admin, id)).items.map((each) => each.id);
    await put(first, id, "old");
    await first.service.snapshots.fork(admin, id, { name: "fork 1" });
    const [snapshot_id = ""] = await taken();
    const batch = await first.create(itemsOf("a", "b"), { concurrency: 1, defaults: { snapshot_id } });
    await using second = await first.another({ isIdle: true });
    const { snapshots } = second.service;
    expect(await codeOf(snapshots.delete(admin, id, snapshot_id))).toBe("in_use");
    await put(second, id, "new");
    await snapshots.fork(admin, id, { name: "fork 2" });
    const [next = ""] = await taken();
    await put(second, id, "newer");
    await snapshots.fork(admin, id, { name: "fork 3" });
    await until(async () => !(await taken()).includes(next));
    expect(await taken()).toContain(snapshot_id);
    await using third = await second.another();
    for (const { status, workspace_id } of await third.results(batch.id)) {
      expect(status).toBe("succeeded");
      expect(await read(third, workspace_id ?? "")).toBe("old");
    }
    await third.service.snapshots.fork(admin, id, { name: "fork 4" });
    await until(async () => !(await taken()).includes(snapshot_id));
  });

  it("fails the items that have not begun when the workspace of the snapshot is deleted", async () => {
    await using idle = await host({}, true);
    const { id } = await idle.service.workspaces.create(admin, { name: "w" });
    const { id: snapshot_id } = await idle.service.snapshots.create(admin, id);
    const batch = await idle.create(itemsOf("a"), { defaults: { snapshot_id } });
    await idle.service.workspaces.delete(admin, id);
    await using other = await idle.another();
    expect(await other.results(batch.id)).toMatchObject([
      { status: "failed", workspace_id: null, turn_id: null, error: { code: "not_found" } },
    ]);
    expect(await names(other)).toEqual([]);
  });

  it("makes one workspace for an item whose process stops while it writes the files", async () => {
    const { volumes, reached, release } = stoppedVolumes();
    await using first = await host({ volumes });
    const { id } = await first.service.workspaces.create(admin, { name: "w" });
    await put(first, id, "old");
    const { id: snapshot_id } = await first.service.snapshots.create(admin, id);
    const batch = await first.create(itemsOf("a"), { defaults: { snapshot_id } });
    await reached;
    // The time after which another instance begins it has passed.
    await first.store.transaction(async ({ batches }) => {
      const record = await batches.get(admin.tenant, batch.id);
      const item = await batches.items.get(admin.tenant, batch.id, 0);
      if (record === null || item === null) throw new Error("It is not stored.");
      await batches.items.save({ ...item, retry_at: 0 });
      await batches.save({ ...record, due_at: 0 });
    });
    await using second = await first.another();
    const [result] = await second.results(batch.id);
    expect(result).toMatchObject({ status: "succeeded" });
    expect(await read(second, result?.workspace_id ?? "")).toBe("old");
    release();
    // The first one finds that the item has a turn, and removes what it made.
    const rows = () => first.store.workspaces.listAll({ limit: 10 });
    await until(async () => (await rows()).length === 2);
    expect(await names(second)).toEqual([`${batch.id}-1-2`, "w"]);
  });
});
