import { expect, it } from "vitest";
import type { AgentService } from "../composition/agent-service.ts";
import { memoryObjects, memoryVolumes } from "../memory/index.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { snapshotHost } from "../rewind/rewind.test-support.ts";
import { admin } from "../test-host.test-support.ts";

type Call = (service: AgentService, workspaceId: string) => Promise<unknown>;

const changes: readonly (readonly [string, Call])[] = [
  [
    "a file that is written",
    ({ files }, id) => files.write(admin, id, "workspace", "late.txt", new Blob(["late"]).stream()),
  ],
  ["a directory that is made", ({ files }, id) => files.makeDirectory(admin, id, "workspace", "late")],
  ["a file that is removed", ({ files }, id) => files.remove(admin, id, "workspace", "late.txt")],
];

const takes: readonly (readonly [string, Call])[] = [
  ["a snapshot that is taken", ({ snapshots }, id) => snapshots.create(admin, id)],
  [
    "a snapshot that is compared with the files as they are",
    async ({ snapshots }, id) => {
      const [snapshot] = (await snapshots.list(admin, id)).items;
      return snapshots.diff(admin, id, snapshot?.id ?? "", "now");
    },
  ],
];

/** A workspace with a file, of which there is a snapshot, and a file that came later. Its deletion runs before the next call of this kind. */
async function given() {
  let run: { readonly before: "open" | "put"; readonly work: () => Promise<void> } | null = null;
  const reach = async (call: "open" | "put") => {
    if (run?.before !== call) return;
    const { work } = run;
    run = null;
    await work();
  };
  const calls: string[] = [];
  const volumes = memoryVolumes();
  const watched: VolumeProvider = {
    ...volumes,
    workspace: async (id, quota) => {
      await reach("open");
      calls.push("workspace");
      return volumes.workspace(id, quota);
    },
    removeWorkspace: async (id) => {
      calls.push("removeWorkspace");
      await volumes.removeWorkspace(id);
    },
  };
  const stored = memoryObjects();
  const objects: ObjectStore = {
    ...stored,
    put: async (...put) => {
      await reach("put");
      return stored.put(...put);
    },
  };
  const host = await snapshotHost({ script: [], service: { volumes: watched, objects } });
  const { service, workspaceId } = host;
  await host.put("a.txt", "early");
  await service.snapshots.create(admin, workspaceId);
  await host.put("b.txt", "later");
  return {
    ...host,
    calls,
    deleteBefore: (before: "open" | "put") => {
      calls.length = 0;
      run = { before, work: () => service.workspaces.delete(admin, workspaceId) };
    },
    async expectNothingLeft() {
      expect(await volumes.workspaceIds?.()).toEqual([]);
      expect((await stored.list("")).objects).toEqual([]);
    },
  };
}

it.each([...changes, ...takes])(
  "%s while its workspace is deleted is refused, and leaves no folder behind",
  async (_, call) => {
    await using host = await given();
    host.deleteBefore("open");
    await expect(call(host.service, host.workspaceId)).rejects.toMatchObject({ code: "not_found" });
    expect(host.calls).toEqual(["removeWorkspace", "workspace", "removeWorkspace"]);
    await host.expectNothingLeft();
  },
);

it.each(takes)(
  "%s while its workspace is deleted is refused, and leaves no objects behind",
  async (_, call) => {
    await using host = await given();
    host.deleteBefore("put");
    await expect(call(host.service, host.workspaceId)).rejects.toMatchObject({ code: "not_found" });
    await host.expectNothingLeft();
  },
);
