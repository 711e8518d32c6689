import { expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, testHost } from "../test-host.test-support.ts";

it("a file that is written while its workspace is deleted is refused, and leaves no folder behind", async () => {
  const volumes = memoryVolumes();
  const calls: string[] = [];
  let beforeOpening = async () => {};
  const watched: VolumeProvider = {
    ...volumes,
    workspace: async (id, quota) => {
      const before = beforeOpening;
      beforeOpening = async () => {};
      await before();
      calls.push("workspace");
      return volumes.workspace(id, quota);
    },
    removeWorkspace: async (id) => {
      calls.push("removeWorkspace");
      await volumes.removeWorkspace(id);
    },
  };
  await using host = await testHost({ script: [], service: { volumes: watched } });
  const { service, workspaceId } = host;
  beforeOpening = () => service.workspaces.delete(admin, workspaceId);
  calls.length = 0;
  const body = new Response("late").body;
  if (body === null) throw new Error("There is no body.");
  const written = service.files.write(admin, workspaceId, "workspace", "late.txt", body);
  await expect(written).rejects.toMatchObject({ code: "not_found" });
  expect(calls).toEqual(["removeWorkspace", "workspace", "removeWorkspace"]);
  const left = await volumes.workspace(workspaceId);
  expect((await left.list("", { limit: 1 })).entries).toEqual([]);
});
