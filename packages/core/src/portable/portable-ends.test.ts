import { expect, it } from "vitest";
import { tool } from "../agent/make-tool.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { memoryVolumes } from "../memory/index.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { SharedStore } from "../ports/store.ts";
import { withSnapshots } from "../rewind/rewind.test-support.ts";
import { admin, bash, gate, until } from "../test-host.test-support.ts";
import {
  done,
  filesStatus,
  hostsWithBucket,
  onlyWorkspace,
  openUpload,
  portableHosts,
  resultOf,
  textOn,
  troubled,
  typesOf,
  untilEnded,
  untilThere,
  writes,
  writingTurn,
  type Host,
} from "./portable.test-support.ts";

/** A turn was given up, and its call ignored that: it writes a file when it may. */
async function interruptedCall() {
  const hosts = portableHosts();
  const volumes = memoryVolumes({ placement: "host-1" });
  const [begun, held, written] = [gate(), gate(), gate()];
  const stubborn = tool({
    name: "stubborn",
    description: "Writes late.",
    parameters: { type: "object", properties: {} },
    run: async () => {
      begun.open();
      await held.opened;
      const volume = await volumes.workspace(await onlyWorkspace(one), { tenant: "default" });
      await volume.write("late.txt", new Blob(["late"]).stream());
      written.open();
      return "done";
    },
  });
  const calls = { toolCalls: [{ name: "stubborn", arguments: {} }] };
  const one: Host = await hosts.start([writes("a.txt"), calls, done, done], { volumes, tools: [stubborn] });
  await one.write("before.txt", "1");
  const turn = await one.send("Go.");
  await begun.opened;
  await one.service.sessions.interrupt(admin, await onlyWorkspace(one), turn.session_id);
  expect(await resultOf(one, turn)).toMatchObject({ reason: "interrupted" });
  const writeLate = () => {
    held.open();
    return written.opened;
  };
  return { hosts, one, writeLate, session: turn.session_id };
}

it("what a call writes after its turn was given up goes with the files", async () => {
  const { hosts, one, writeLate } = await interruptedCall();
  await writeLate();
  const two = await hosts.start([]);
  await two.write("b.txt", "1");
  expect(await textOn(two, "late.txt")).toBe("late");
  expect(await textOn(one, "a.txt")).toBe("a.txt");
});

it("a session reads of a loss where one of its calls still writes to files that have left", async () => {
  const { hosts, writeLate, session } = await interruptedCall();
  const two = await hosts.start([done]);
  await two.write("b.txt", "1");
  await writeLate();
  await two.run("Go on.", session);
  expect(await typesOf(two, session)).toContain("files.rolled_back");
  expect(await textOn(two, "late.txt")).toBeNull();
});

it("a session that waits for a person has lost nothing that was published meanwhile", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([writes("a.txt"), { toolCalls: [bash("x")] }, done]);
  await one.write("before.txt", "1");
  const id = await onlyWorkspace(one);
  await one.service.workspaces.putConfig(admin, id, { permissions: { bash: "ask" } });
  const { session_id } = await one.send("Go.");
  await until(async () => (await one.service.sessions.get(admin, id, session_id)).status === "waiting");
  await one.write("call.txt", "1");
  one.freeze();
  hosts.endLeases();
  const two = await hosts.start([], { maxRunningTurns: 0 });
  await two.write("b.txt", "1");
  expect(await textOn(two, "a.txt")).toBe("a.txt");
  const found = await requirePart(hosts.firstStore(), "workingCopies").get("default", id);
  expect(found?.record.rolled_back).toEqual([]);
});

it.each([false, true])(
  "an instance that stops publishes what a turn wrote, and refuses an upload that has not ended; another waits: %s",
  async (isWanted) => {
    const hosts = portableHosts();
    const writing = writingTurn("a.txt");
    const one = await hosts.start(writing.script);
    const two = await hosts.start([], { maxRunningTurns: 0 });
    await one.write("before.txt", "1");
    const { session_id } = await one.send("Write.");
    await untilThere(one, "a.txt");
    const upload = await openUpload(one, "up.txt");
    if (isWanted) await expect(two.write("two.txt", "2")).rejects.toMatchObject({ code: "overloaded" });
    await one.stop();
    const three = await hosts.start([done]);
    await untilEnded(three, session_id);
    expect(await typesOf(three, session_id)).not.toContain("files.rolled_back");
    expect(await textOn(three, "a.txt")).toBe("a.txt");
    upload.end();
    expect(await upload.written).toMatchObject({ code: "overloaded" });
    writing.end();
  },
);

it("a write to an instance that is stopping is refused, and waits for nothing", async () => {
  const { bucket, one } = await hostsWithBucket("put");
  await one.write("before.txt", "1");
  bucket.fail();
  await expect(one.write("a.txt", "1")).rejects.toThrow();
  const isHeld = bucket.hold();
  const stopped = one.stop();
  await isHeld;
  // No sleep ends any more.
  const thaw = one.freeze();
  await expect(one.write("c.txt", "1")).rejects.toMatchObject({ code: "overloaded" });
  thaw(0);
  bucket.end();
  await stopped;
});

it("what came to a working copy after its release is published where it is used again", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("before.txt", "1");
  const upload = await openUpload(one, "up.txt");
  await one.stop();
  upload.end();
  expect(await upload.written).toMatchObject({ code: "overloaded" });
  const again = await hosts.start([], { volumes: one.volumes });
  expect(await again.read("up.txt")).toEqual({ text: "uploaded", publishedAt: null });
  const two = await hosts.start([]);
  await two.write("two.txt", "2");
  expect(await textOn(two, "up.txt")).toBe("uploaded");
});

it("a working copy that is removed just when it is used again is made again by the next call", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const two = await hosts.start([]);
  await two.write("b.txt", "2");
  await two.stop();
  let isGone = true;
  const volumes = withSnapshots(one.volumes, (snapshots) => ({
    copyId: async () => {
      if (!isGone) return snapshots.copyId();
      isGone = false;
      throw new DomainError("not_found", "There is nothing at that path.");
    },
  }));
  const again = await hosts.start([], { volumes });
  await one.stop();
  await expect(again.write("c.txt", "3")).rejects.toMatchObject({ code: "overloaded" });
  await again.write("c.txt", "3");
  expect(await textOn(again, "b.txt")).toBe("2");
});

it("the working copy of an instance that was replaced and came back is removed after a day", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const thaw = one.freeze();
  hosts.endLeases();
  const two = await hosts.start([]);
  await two.write("b.txt", "2");
  await until(async () => (await filesStatus(two))?.placement === "host-2");
  hosts.pass(2 * 86_400_000);
  thaw(2 * 86_400_000);
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 0);
  expect(await textOn(one, "b.txt")).toBe("2");
});

it("the files of a workspace that was removed while hints were lost are removed when they come again", async () => {
  const hosts = portableHosts((store): SharedStore => ({
    ...store,
    cluster: {
      ...store.cluster,
      subscribe: (listener) =>
        store.cluster.subscribe((hint) => listener(hint.type === "workspace" ? { type: "missed" } : hint)),
    },
  }));
  const bucket = troubled(hosts.objects, "put");
  const one = await hosts.start([], { objects: bucket.objects });
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  bucket.fail();
  await expect(one.write("b.txt", "2")).rejects.toThrow();
  await two.service.workspaces.delete(admin, await onlyWorkspace(two));
  bucket.end();
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 0);
});

it("a write whose workspace is removed meanwhile gets not_found", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const upload = await openUpload(one, "up.txt");
  await one.service.workspaces.delete(admin, await onlyWorkspace(one));
  await until(async () => (await one.service.workspaces.list(admin, {})).items.length === 0);
  upload.end();
  expect(await upload.written).toMatchObject({ code: "not_found" });
});
