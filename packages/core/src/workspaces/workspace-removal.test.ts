import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { ChangeHint } from "../ports/cluster-store.ts";
import type { SharedStore } from "../ports/store.ts";
import { onlyWorkspace, portableHosts } from "../portable/portable.test-support.ts";
import { admin, gate, until } from "../test-host.test-support.ts";
import { scriptedSandboxes } from "../testing/index.ts";

/** Hosts that receive no hint about a workspace; `tellMissed` tells them that they have missed some. */
function hostsWithoutHints() {
  const listeners: ((hint: ChangeHint) => void)[] = [];
  let looks = 0;
  const hosts = portableHosts((store): SharedStore => ({
    ...store,
    workspaces: {
      ...store.workspaces,
      listDeleting: async () => {
        const found = await store.workspaces.listDeleting();
        looks += 1;
        return found;
      },
    },
    cluster: {
      ...store.cluster,
      subscribe: (listener) => {
        listeners.push(listener);
        return store.cluster.subscribe((hint) => {
          if (hint.type !== "workspace") listener(hint);
        });
      },
    },
  }));
  /** Until so many hosts have looked for deletions that were interrupted before they started. */
  const started = (count: number) => until(() => looks >= count);
  return { hosts, started, tellMissed: () => listeners.forEach((listener) => listener({ type: "missed" })) };
}

/** A sandbox that records of which workspaces it removes what it has. */
function recordingSandbox(fail: () => void = () => {}) {
  const removed: string[] = [];
  const sandbox = {
    ...scriptedSandboxes(),
    remove: async (id: string) => {
      removed.push(id);
      fail();
    },
  };
  return { sandbox, removed };
}

it("a host that learns of a deletion after its end removes its sandbox with its files", async () => {
  const { hosts, started, tellMissed } = hostsWithoutHints();
  const { sandbox, removed } = recordingSandbox();
  const one = await hosts.start([], { sandbox });
  const two = await hosts.start([]);
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(two);
  removed.length = 0;
  await started(2);
  await two.service.workspaces.delete(admin, id);
  tellMissed();
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 0);
  expect(removed).toEqual([id]);
});

it("a host that was down during a deletion removes its sandbox with its files when it starts", async () => {
  const { hosts } = hostsWithoutHints();
  const one = await hosts.start([]);
  await one.write("a.txt", "1");
  const id = await onlyWorkspace(one);
  const other = await one.service.workspaces.create(admin, { name: "other" });
  await one.service.files.write(admin, other.id, "workspace", "b.txt", new Blob(["2"]).stream());
  await one.stop();
  const two = await hosts.start([]);
  await two.service.workspaces.delete(admin, id);
  const { sandbox, removed } = recordingSandbox();
  await hosts.start([], { sandbox, volumes: one.volumes });
  await until(async () => (await one.volumes.workspaceIds?.())?.length === 1);
  expect(removed).toEqual([id]);
});

it("a host whose sandbox cannot be removed just then leaves the other workspaces, and that one later", async () => {
  const { hosts, started, tellMissed } = hostsWithoutHints();
  const held = gate();
  const volumes = memoryVolumes({ placement: "host-1" });
  const reached: string[] = [];
  const slow: typeof volumes = {
    ...volumes,
    removeWorkspace: async (id, options) => {
      reached.push(id);
      await held.opened;
      await volumes.removeWorkspace(id, options);
    },
  };
  const one = await hosts.start([], { volumes: slow });
  const other = await one.service.workspaces.create(admin, { name: "other" });
  let failures = 1;
  const { sandbox, removed } = recordingSandbox(() => {
    if (failures-- > 0) throw new Error("The engine does not answer.");
  });
  const two = await hosts.start([], { sandbox, speed: 1 });
  const ids = [await onlyWorkspace(one), other.id];
  await started(2);
  const deleted = ids.map((id) => one.service.workspaces.delete(admin, id));
  await until(() => ids.every((id) => reached.includes(id)));
  tellMissed();
  await until(() => ids.every((id) => removed.includes(id)));
  const [first] = removed;
  held.open();
  await Promise.all(deleted);
  two.freeze()(5_000);
  await until(() => removed.lastIndexOf(first ?? "") > 0);
});
