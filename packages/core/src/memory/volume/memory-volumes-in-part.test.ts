import { expect, it } from "vitest";
import type { Volume, VolumeProvider } from "../../ports/volume.ts";
import { admin, testHost } from "../../test-host.test-support.ts";
import { aSkill } from "../../library/skills/skills.test-support.ts";
import { describeVolumeContract } from "../../testing/volume-contract/describe-volume-contract.ts";
import { memoryVolumes } from "./memory-volumes.ts";

/** All that every volume has, and nothing else. */
function coreOf(volume: Volume): Volume {
  return {
    capabilities: { hostPath: false, quota: false },
    quota: volume.quota,
    stat: (path) => volume.stat(path),
    list: (path, options) => volume.list(path, options),
    read: (path, options) => volume.read(path, options),
    readLink: (path) => volume.readLink(path),
    write: (path, body, options) => volume.write(path, body, options),
    makeDirectory: (path) => volume.makeDirectory(path),
    remove: (path, options) => volume.remove(path, options),
    move: (src, dest, options) => volume.move(src, dest, options),
    usage: () => volume.usage(),
  };
}

/** The smallest volumes that the port allows. They ignore quotas. */
function smallestVolumes(): VolumeProvider {
  const { placement, workspace, shared, removeWorkspace, close } = memoryVolumes();
  return {
    placement,
    workspace: async (id) => coreOf(await workspace(id)),
    shared: async (tenant, { root = "" } = {}) => coreOf(await shared(tenant, { root })),
    removeWorkspace,
    close,
  };
}

describeVolumeContract("the smallest volumes", () => ({ provider: smallestVolumes() }), { parts: [] });

it("a call names the part of a volume that it needs", async () => {
  await using host = await testHost({ script: [], service: { volumes: smallestVolumes() } });
  const { workspaces, skills, files } = host.service;
  await skills.create(admin, aSkill("greet"));
  const missing = (part: string) => ({
    code: "not_allowed",
    detail: `The volumes of this host lack the part "${part}", which this needs.`,
  });
  await expect(workspaces.create(admin, { name: "w", config: { skills: ["greet"] } })).rejects.toMatchObject(
    missing("sealed"),
  );
  const archive = new Blob(["x"]).stream();
  const limits = { kind: "zip", maxArchiveBytes: 10, maxBytes: 10 } as const;
  await expect(files.unpack(admin, host.workspaceId, "workspace", "", archive, limits)).rejects.toMatchObject(
    missing("staging"),
  );
});
