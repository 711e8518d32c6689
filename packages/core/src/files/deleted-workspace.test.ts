import { expect, it } from "vitest";
import type { AgentService } from "../composition/agent-service.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, testHost } from "../test-host.test-support.ts";

type Change = (files: AgentService["files"], workspaceId: string) => Promise<unknown>;

const changes: readonly (readonly [string, Change])[] = [
  [
    "a file that is written",
    (files, id) => files.write(admin, id, "workspace", "late.txt", new Blob(["late"]).stream()),
  ],
  ["a directory that is made", (files, id) => files.makeDirectory(admin, id, "workspace", "late")],
  ["a file that is removed", (files, id) => files.remove(admin, id, "workspace", "late.txt")],
];

it.each(changes)(
  "%s while its workspace is deleted is refused, and leaves no folder behind",
  async (_, change) => {
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
    await expect(change(service.files, workspaceId)).rejects.toMatchObject({ code: "not_found" });
    expect(calls).toEqual(["removeWorkspace", "workspace", "removeWorkspace"]);
    const left = await volumes.workspace(workspaceId);
    expect((await left.list("", { limit: 1 })).entries).toEqual([]);
  },
);
