import { expect, it } from "vitest";
import { asksToRemove, scripted, sessionsOf, task } from "../agent/subagents/subagents.test-support.ts";
import type { SharedStore } from "../ports/store.ts";
import { admin, bash, until, untilStatus } from "../test-host.test-support.ts";
import {
  done,
  filesStatus,
  hostsWithBucket,
  onlyWorkspace,
  portableHosts,
  resultOf,
  textOn,
  troubled,
  untilDone,
  untilThere,
  writes,
  writingTurn,
  type Host,
} from "./portable.test-support.ts";

const bytesOf = (text: string) => new Blob([text]).stream();
const writeIn = ({ service }: Host, id: string, path: string) =>
  service.files.write(admin, id, "workspace", path, bytesOf(path));

it("reads and turns on the host that has the files do not wait for a publication", async () => {
  const { bucket, one } = await hostsWithBucket("put", [done]);
  await one.write("a.txt", "1");
  const isHeld = bucket.hold();
  const written = one.write("b.txt", "2");
  await isHeld;
  expect(await one.read("a.txt")).toEqual({ text: "1", publishedAt: null });
  await one.run("Hello.");
  bucket.end();
  await written;
});

it("a host reads no files in a workspace whose first turn runs on another", async () => {
  const hosts = portableHosts();
  const writing = writingTurn("a.txt");
  const one = await hosts.start(writing.script);
  const two = await hosts.start([], { maxRunningTurns: 0 });
  const turn = await one.send("Write.");
  await untilThere(one, "a.txt");
  const id = await onlyWorkspace(two);
  const times: number[] = [];
  const onSnapshot = (at: number) => void times.push(at);
  const { files } = two.service;
  expect((await files.list(admin, id, "workspace", "", {}, { onSnapshot })).entries).toEqual([]);
  await expect(files.list(admin, id, "workspace", "sub", {})).rejects.toMatchObject({ code: "not_found" });
  await expect(files.read(admin, id, "workspace", "a.txt", {})).rejects.toMatchObject({ code: "not_found" });
  await expect(files.stat(admin, id, "workspace", "a.txt", {})).rejects.toMatchObject({ code: "not_found" });
  const { created_at } = await two.service.workspaces.get(admin, id);
  expect(times).toEqual([Date.parse(created_at)]);
  writing.end();
  await resultOf(one, turn);
  expect(await textOn(two, "a.txt")).toBe("a.txt");
});

it("files whose restore failed on a host go to another that waits for them", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const bucket = troubled(hosts.objects, "get");
  bucket.fail();
  const two = await hosts.start([], { objects: bucket.objects });
  await expect(two.write("b.txt", "2")).rejects.toThrow();
  expect(await filesStatus(one)).toMatchObject({ placement: "host-2", restoring: true });
  await untilDone(() => one.write("c.txt", "3"));
  expect(await one.read("a.txt")).toEqual({ text: "1", publishedAt: null });
});

it("files whose release could not be stored go to the host that waits for them", async () => {
  let fails = 0;
  const hosts = portableHosts((store): SharedStore => {
    const wrapped: SharedStore = {
      ...store,
      transaction: async (work) => {
        if (wrapped !== hosts.firstStore() || fails !== 1) return store.transaction(work);
        fails = 2;
        throw new Error("the connection is lost");
      },
    };
    return wrapped;
  });
  const one = await hosts.start([], { maxRunningTurns: 0 });
  await one.write("a.txt", "1");
  const two = await hosts.start([]);
  // All is published: the next transaction of its host is the release.
  fails = 1;
  await untilDone(() => two.write("b.txt", "2"));
  expect(fails).toBe(2);
  expect(await textOn(two, "a.txt")).toBe("1");
});

it("a turn that waits for files to be restored ends when it is interrupted, and its instance stops", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([], { maxRunningTurns: 0 });
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(one);
  const bucket = troubled(hosts.objects, "get");
  const isHeld = bucket.hold();
  const two = await hosts.start([done], { objects: bucket.objects });
  const turn = await two.send("Work.");
  await isHeld;
  await two.service.sessions.interrupt(admin, id, turn.session_id);
  expect(await resultOf(two, turn)).toMatchObject({ reason: "interrupted" });
  await two.stop();
  bucket.end();
});

it("a turn that has written, and waits for files that do not come, ends when it is interrupted", async () => {
  const hosts = portableHosts();
  const writing = writingTurn("a.txt");
  const one = await hosts.start(writing.script);
  await one.write("before.txt", "1");
  const id = await onlyWorkspace(one);
  const turn = await one.send("Write.");
  await untilThere(one, "a.txt");
  one.freeze();
  hosts.endLeases();
  const bucket = troubled(hosts.objects, "get");
  const isHeld = bucket.hold();
  const two = await hosts.start([done], { objects: bucket.objects });
  await isHeld;
  await two.service.sessions.interrupt(admin, id, turn.session_id);
  expect(await resultOf(two, turn)).toMatchObject({ reason: "interrupted" });
  await two.stop();
  bucket.end();
  writing.end();
});

it("a turn that waits with its subagent for a person ends with it where the files are not", async () => {
  const hosts = portableHosts();
  const one = await hosts.start(
    scripted([{ toolCalls: [task("a")] }], { a: [writes("a.txt"), { toolCalls: [bash("rm x")] }] }),
  );
  const workspaceId = await onlyWorkspace(one);
  await one.service.workspaces.putConfig(admin, workspaceId, asksToRemove);
  const { session_id } = await one.send("Work.");
  await untilStatus({ service: one.service, workspaceId }, session_id, "waiting");
  await one.stop();
  const two = await hosts.start([], { maxRunningTurns: 0 });
  const { service } = two;
  const { interrupted } = await service.sessions.interrupt(admin, workspaceId, session_id);
  expect(interrupted).toBe(true);
  const isOver = { status: "idle", stop_reason: "interrupted", pending_requests: [] };
  expect(await sessionsOf({ service, workspaceId })).toMatchObject([isOver, isOver]);
  await two.write("later.txt", "1");
  const { files } = await service.changes.ofSession(admin, workspaceId, session_id);
  expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
});

it("a slow release does not keep the files of other workspaces from other hosts", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put");
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const slow = await onlyWorkspace(one);
  const other = (await one.service.workspaces.create(admin, { name: "other" })).id;
  await writeIn(one, other, "x");
  bucket.fail();
  await expect(writeIn(one, slow, "b")).rejects.toThrow();
  const isHeld = bucket.hold(slow);
  const waits = writeIn(two, slow, "c").catch((error: unknown) => error);
  await isHeld;
  await writeIn(two, other, "y");
  bucket.end();
  await waits;
});

it("writes that overlap on one host let the files go to another, each time it asks", async () => {
  const hosts = portableHosts();
  // A call waits for five seconds of its host, which a busy machine may take in a quarter of one.
  const one = await hosts.start([], { speed: 4 });
  const two = await hosts.start([], { speed: 4 });
  await one.write("a.txt", "1");
  let isOver = false;
  const refused: unknown[] = [];
  const writer = async (path: string) => {
    while (!isOver) await one.write(path, path).catch((error: unknown) => refused.push(error));
  };
  const all = Promise.all(["b", "c", "d"].map(writer));
  try {
    for (let time = 0; time < 6; time++) {
      await two.write("two.txt", `${time}`);
      await one.write("one.txt", `${time}`);
    }
  } finally {
    isOver = true;
  }
  await all;
  for (const error of refused) expect(error).toMatchObject({ code: "overloaded" });
});

it("a working copy is removed a day after another replaced it, though the workspace is used each day", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const two = await hosts.start([]);
  await two.write("b.txt", "2");
  await one.stop();
  await two.stop();
  hosts.pass(2 * 86_400_000);
  const later = await hosts.start([], { volumes: two.volumes });
  await later.write("c.txt", "3");
  await hosts.start([], { volumes: one.volumes });
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 0);
  expect(await two.volumes.workspaceIds?.()).toHaveLength(1);
});
