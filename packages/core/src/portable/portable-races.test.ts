import { expect, it } from "vitest";
import type { SharedStore } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { admin, gate, until } from "../test-host.test-support.ts";
import {
  done,
  filesStatus,
  hostsWithBucket,
  onlyWorkspace,
  openUpload,
  portableHosts,
  resultOf,
  textOn,
  untilDone,
  writes,
  type Host,
} from "./portable.test-support.ts";

/** Stores whose transactions are answered when something has happened. */
function slowStores() {
  let onCommit: () => Promise<void> = async () => {};
  const of = (store: SharedStore): SharedStore => ({
    ...store,
    transaction: async (work) => {
      const result = await store.transaction(work);
      await onCommit();
      return result;
    },
  });
  return { of, onCommit: (work: typeof onCommit) => void (onCommit = work) };
}

it.each(["another call", "a turn"])(
  "a write that begins while the publication of %s is committed is published too",
  async (what) => {
    const stores = slowStores();
    const hosts = portableHosts(stores.of);
    const one = await hosts.start([writes("a.txt"), done]);
    const two = await hosts.start([]);
    await one.write("before.txt", "0");
    const published = async () => (await filesStatus(one))?.published_snapshot;
    const first = await published();
    const second: Promise<unknown>[] = [];
    stores.onCommit(async () => {
      if (second.length > 0 || (await published()) === first) return;
      second.push(one.write("b.txt", "2"));
      // It does all that it can before the publication knows of its commit.
      for (let round = 0; round < 50; round++) await filesStatus(one);
    });
    await (what === "a turn" ? one.run("Write.") : one.write("a.txt", "1"));
    await until(() => Promise.resolve(second.length === 1));
    await second[0];
    expect(await textOn(two, "b.txt")).toBe("2");
    await two.write("c.txt", "3");
    expect(await textOn(two, "b.txt")).toBe("2");
  },
);

/** A background process of a session, which has ended its turn. */
async function withProcess(store: SharedStore, one: Host) {
  await one.write("before.txt", "1");
  const id = await onlyWorkspace(one);
  const rows = requirePart(store, "workingCopies");
  const instanceId = (await rows.get("default", id))?.record.holder ?? "";
  const turn = await one.send("Write.");
  const { session_id: sessionId } = turn;
  await store.cluster.background.add({ tenant: "default", workspaceId: id, sessionId, instanceId });
  await resultOf(one, turn);
  const volume = await one.volumes.workspace(id, { tenant: "default" });
  return {
    write: (path: string) => volume.write(path, new Blob([path]).stream()),
    end: () => store.cluster.background.remove(instanceId, sessionId),
  };
}

it("what a background process writes before it ends, while the files are published, is published too", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put", [writes("a.txt"), done]);
  const process = await withProcess(hosts.firstStore(), one);
  await process.write("log.txt");
  await bucket.hold();
  await process.write("result.txt");
  await process.end();
  bucket.end();
  const two = await hosts.start([]);
  await untilDone(() => two.write("c.txt", "3"));
  expect(await textOn(two, "result.txt")).toBe("result.txt");
});

it("what a background process writes is published while the turn of another session runs", async () => {
  const hosts = portableHosts();
  const held = gate();
  const steps = [writes("a.txt"), done];
  const one = await hosts.start(async () => {
    const step = steps.shift();
    if (step === undefined) await held.opened;
    return step ?? done;
  });
  const process = await withProcess(hosts.firstStore(), one);
  const turn = await one.send("Think.");
  await process.write("log.txt");
  const two = await hosts.start([], { maxRunningTurns: 0 });
  await until(async () => (await textOn(two, "log.txt")) === "log.txt");
  held.open();
  await resultOf(one, turn);
});

it("an upload that ends while its files are taken over again is refused", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("get");
  await one.write("before.txt", "1");
  const id = await onlyWorkspace(one);
  const upload = await openUpload(one, "up.txt");
  const thaw = one.freeze();
  hosts.endLeases();
  const two = await hosts.start([]);
  await two.write("two.txt", "2");
  const isHeld = bucket.hold();
  thaw();
  const { files } = one.service;
  const again = untilDone(() => files.stat(admin, id, "workspace", "before.txt", { forWrite: true }));
  await isHeld;
  upload.end();
  bucket.end();
  await again;
  expect(await upload.written).toMatchObject({ code: "overloaded" });
});

it("a deletion during a publication leaves no objects", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put");
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const isHeld = bucket.hold();
  const written = one.write("b.txt", "2").catch((error: unknown) => error);
  await isHeld;
  const id = await onlyWorkspace(two);
  await two.service.workspaces.delete(admin, id);
  await until(async () => (await two.service.workspaces.list(admin, {})).items.length === 0);
  bucket.end();
  expect(await written).toMatchObject({ code: "not_found" });
  await until(async () => (await hosts.objects.list("")).objects.length === 0);
});
