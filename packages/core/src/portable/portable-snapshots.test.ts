import { expect, it } from "vitest";
import { DAY_MS } from "../domain/workspaces/retention.ts";
import { admin } from "../test-host.test-support.ts";
import { onlyWorkspace, portableHosts, troubled } from "./portable.test-support.ts";

it("a fork goes on although another host deletes its snapshot, of which nothing else needs the content", async () => {
  const hosts = portableHosts();
  const bucket = troubled(hosts.objects, "get");
  const list: typeof hosts.objects.list = async (...given) => {
    const { objects, more } = await hosts.objects.list(...given);
    return { objects: objects.map((each) => ({ ...each, modifiedAt: each.modifiedAt - 2 * DAY_MS })), more };
  };
  const one = await hosts.start([], { objects: bucket.objects });
  const two = await hosts.start([], { objects: { ...hosts.objects, list } });
  await one.write("a.txt", "one");
  const id = await onlyWorkspace(one);
  const { id: snapshot_id } = await one.service.snapshots.create(admin, id);
  await one.write("a.txt", "two");
  const isHeld = bucket.hold();
  const forking = one.service.snapshots.fork(admin, id, { name: "fork", snapshot_id });
  await isHeld;
  await two.service.snapshots.delete(admin, id, snapshot_id);
  // It waits for what it is removing.
  await two.stop();
  bucket.end();
  const fork = await forking;
  const { body } = await one.service.files.read(admin, fork.id, "workspace", "a.txt");
  expect(await new Response(body).text()).toBe("one");
});
