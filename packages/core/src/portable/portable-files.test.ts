import { expect, it } from "vitest";
import { admin, until } from "../test-host.test-support.ts";
import {
  done,
  filesStatus,
  hostsWithBucket,
  onlyWorkspace,
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

it("files that a host has are read on another as they were last published, with the time", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  expect(await one.read("a.txt")).toEqual({ text: "1", publishedAt: null });
  const published_at = Date.parse((await filesStatus(one))?.published_at ?? "");
  expect(await two.read("a.txt")).toEqual({ text: "1", publishedAt: published_at });
  expect(await filesStatus(two)).toMatchObject({
    placement: "host-1",
    epoch: 1,
    dirty: false,
    restoring: false,
  });
});

it("a write on another host takes the files over, and back again", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  await two.write("b.txt", "2");
  expect(await two.read("a.txt")).toEqual({ text: "1", publishedAt: null });
  expect((await one.read("b.txt"))?.publishedAt).not.toBeNull();
  await one.write("a.txt", "3");
  expect(await one.read("b.txt")).toEqual({ text: "2", publishedAt: null });
  expect(await filesStatus(one)).toMatchObject({ placement: "host-1", epoch: 3 });
});

it("a file has the same entity tag on each host, so a condition of a write holds wherever it was read", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  const id = await onlyWorkspace(one);
  const etagOn = async ({ service }: Host) =>
    (await service.files.stat(admin, id, "workspace", "a.txt")).etag;
  const writeOn = async ({ service }: Host, text: string, ifMatch: string | null) => {
    const body = new Blob([text]).stream();
    return (await service.files.write(admin, id, "workspace", "a.txt", body, { ifMatch })).etag;
  };
  const first = await writeOn(one, "1", null);
  expect([await etagOn(one), await etagOn(two)]).toEqual([first, first]);
  const second = await writeOn(two, "", first);
  await expect(writeOn(one, "3", first)).rejects.toMatchObject({ code: "precondition_failed" });
  expect([await etagOn(one), await etagOn(two)]).toEqual([second, second]);
  const { files } = two.service;
  await expect(files.remove(admin, id, "workspace", "a.txt", { ifMatch: first })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await files.remove(admin, id, "workspace", "a.txt", { ifMatch: second });
  expect(await textOn(two, "a.txt")).toBeNull();
});

it("what a write depends on is looked at in the current files", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(two);
  const statOn = (host: Host) => host.service.files.stat(admin, id, "workspace", "a.txt", { forWrite: true });
  const { etag } = await statOn(two);
  const { files } = two.service;
  await files.write(admin, id, "workspace", "a.txt", new Blob(["2"]).stream(), { ifMatch: etag });
  expect(await two.read("a.txt")).toEqual({ text: "2", publishedAt: null });
});

it("writes at the same time on one host are published together, and are all there on another", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
  await Promise.all(names.map((name) => one.write(name, name)));
  for (const name of names) expect(await textOn(two, name)).toBe(name);
});

it("a write that ends while an earlier one is published is published too", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put");
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const isHeld = bucket.hold();
  const first = one.write("b.txt", "2");
  await isHeld;
  const second = one.write("c.txt", "3");
  await untilThere(one, "c.txt");
  bucket.end();
  await Promise.all([first, second]);
  expect(await textOn(two, "c.txt")).toBe("3");
});

it("a publication has the time at which it looked at the files", async () => {
  const { bucket, one } = await hostsWithBucket("put");
  const id = await onlyWorkspace(one);
  const { workspaces } = one.service;
  let count = 0;
  const now = async () => (await workspaces.create(admin, { name: `later ${(count += 1)}` })).created_at;
  const isHeld = bucket.hold();
  const written = one.write("a.txt", "1");
  await isHeld;
  const looked = await now();
  await until(async () => (await now()) > looked);
  bucket.end();
  await written;
  const { files } = await workspaces.state(admin, id);
  expect([files?.published_at, looked].toSorted().at(-1)).toBe(looked);
});

it("a turn on another host has the files of those before it", async () => {
  const hosts = portableHosts();
  const script = [writes("a.txt", "by the agent"), done, done];
  const one = await hosts.start(script);
  const session = await one.run("Write.");
  await one.stop();
  const two = await hosts.start([writes("b.txt", "and another"), done]);
  await two.run("Go on.", session);
  expect(await two.read("a.txt")).toEqual({ text: "by the agent", publishedAt: null });
  expect(await textOn(two, "b.txt")).toBe("and another");
  expect(await typesOf(two, session)).not.toContain("files.rolled_back");
});

it.each(["on another host", "with the same folder"])(
  "while a turn runs, an instance %s does not write, and reads what was published",
  async (where) => {
    const hosts = portableHosts();
    const writing = writingTurn("a.txt");
    const one = await hosts.start(writing.script);
    const folder = where === "with the same folder" ? { volumes: one.volumes } : {};
    const two = await hosts.start([], { maxRunningTurns: 0, ...folder });
    await one.write("before.txt", "1");
    const turn = await one.send("Write.");
    await untilThere(one, "a.txt");
    expect(await textOn(two, "a.txt")).toBeNull();
    expect(await two.read("before.txt")).toEqual({ text: "1", publishedAt: expect.any(Number) as number });
    expect(await filesStatus(two)).toMatchObject({ dirty: true });
    await expect(two.write("b.txt", "2")).rejects.toMatchObject({ code: "overloaded" });
    writing.end();
    await resultOf(one, turn);
    expect(await textOn(two, "a.txt")).toBe("a.txt");
    await two.write("b.txt", "2");
    expect(await textOn(two, "a.txt")).toBe("a.txt");
  },
);

it("what a turn wrote on a host that is lost is rolled back, and its log and its model learn of it", async () => {
  const hosts = portableHosts();
  const writing = writingTurn("a.txt");
  const one = await hosts.start(writing.script);
  await one.write("before.txt", "1");
  const { session_id } = await one.send("Write.");
  await untilThere(one, "a.txt");
  const published_at = (await filesStatus(one))?.published_at;
  one.freeze();
  hosts.endLeases();
  const two = await hosts.start([done]);
  await untilEnded(two, session_id);
  const events = await two.events(session_id);
  expect(events.filter(({ type }) => type === "files.rolled_back")).toEqual([
    expect.objectContaining({ published_at }),
  ]);
  expect(await two.read("a.txt")).toBeNull();
  expect(await textOn(two, "before.txt")).toBe("1");
  const prompt = JSON.stringify(two.models.requests.at(-1));
  expect(prompt).toContain(`they are those of ${published_at}`);

  // What the lost host still writes is nowhere.
  writing.end();
  await expect(one.write("late.txt", "x")).rejects.toMatchObject({ code: "overloaded" });
  expect(await two.read("late.txt")).toBeNull();
});

it("files that somebody removed from a host are restored before the next write", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  await one.volumes.removeWorkspace(await onlyWorkspace(one), { tenant: "default" });
  expect(await textOn(one, "a.txt")).toBe("1");
  await one.write("b.txt", "2");
  expect(await one.read("a.txt")).toEqual({ text: "1", publishedAt: null });
});

it("a restore that fails leaves the published files, and a repeated call finishes it", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  await one.stop();
  const bucket = troubled(hosts.objects, "get");
  bucket.fail();
  const two = await hosts.start([], { objects: bucket.objects });
  await expect(two.write("b.txt", "2")).rejects.toThrow();
  expect(await filesStatus(two)).toMatchObject({ placement: "host-2", restoring: true });
  bucket.end();
  await two.write("b.txt", "2");
  expect(await two.read("a.txt")).toEqual({ text: "1", publishedAt: null });
  expect(await filesStatus(two)).toMatchObject({ restoring: false, dirty: false });
});

it("a write that cannot be published is refused", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put");
  await one.write("a.txt", "1");
  bucket.fail();
  await expect(one.write("b.txt", "2")).rejects.toThrow();
  expect(await filesStatus(one)).toMatchObject({ dirty: true });
  bucket.end();
  await one.write("c.txt", "3");
  const two = await hosts.start([]);
  expect(await textOn(two, "b.txt")).toBe("2");
});

it("a workspace that is deleted on one host leaves no files on another", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(one);
  await two.service.workspaces.delete(admin, id);
  await until(async () => {
    const { entries } = await (await one.volumes.workspace(id, { tenant: "default" })).list("");
    return entries.length === 0;
  });
  expect((await hosts.objects.list("")).objects).toEqual([]);
});

it("working copies that another host replaced a day ago are removed, and those of workspaces that are gone", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const two = await hosts.start([]);
  await two.write("b.txt", "2");
  expect(await one.volumes.workspaceIds?.()).toHaveLength(1);
  await one.volumes.workspace("ws_gone");
  await one.stop();
  hosts.pass(2 * 86_400_000);
  const three = await hosts.start([], { volumes: one.volumes });
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 0);
  expect(await textOn(three, "a.txt")).toBe("1");
});

it("an answer that says what an earlier call did is given when that is published", async () => {
  const { hosts, bucket, one } = await hostsWithBucket("put");
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(one);
  const remove = () => one.service.files.remove(admin, id, "workspace", "a.txt");
  bucket.fail();
  for (let time = 0; time < 2; time++)
    await expect(remove()).rejects.not.toMatchObject({ code: "not_found" });
  bucket.end();
  await expect(remove()).rejects.toMatchObject({ code: "not_found" });
  one.freeze();
  hosts.endLeases();
  const two = await hosts.start([]);
  expect(await textOn(two, "a.txt")).toBeNull();
});
