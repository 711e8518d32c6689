import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContainerRepository, Sandbox, SandboxSpec, Volume } from "@workspace-agent/core/ports";
import { memoryStore } from "@workspace-agent/core/memory";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { TEST_IMAGE } from "./docker.test-support.ts";
import { dockerSandbox, ownerOfFiles, type DockerSandbox, type DockerSandboxOptions } from "./index.ts";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

/** A started provider with one open workspace, in a folder of its own. */
export interface OneWorkspace {
  readonly dir: string;
  readonly provider: DockerSandbox;
  readonly sandbox: Sandbox;
  /** The volume at `/workspace`. */
  readonly volume: Volume;
  readonly spec: SandboxSpec;
  readonly containers: ContainerRepository;
  readonly placement: string;
  /** Another provider of the same placement, like that of a restarted server. Not started. */
  another(options?: Partial<DockerSandboxOptions>): DockerSandbox;
  /** Another workspace of the same provider. */
  openAnother(workspaceId: string): Promise<Sandbox>;
  /** Closes the provider and removes the folder. */
  remove(): Promise<void>;
}

/** A provider, not started, and volumes, in a folder of their own. */
export async function makeDocker(options: Partial<DockerSandboxOptions> = {}) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "sandbox-docker-")));
  const { containers } = memoryStore();
  const placement = dir;
  const another = (changed: Partial<DockerSandboxOptions> = {}) =>
    dockerSandbox({
      image: TEST_IMAGE,
      containers,
      placement,
      dir: join(dir, "sandboxes"),
      ...options,
      ...changed,
    });
  return {
    dir,
    containers,
    placement,
    another,
    provider: another(),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false, ...ownerOfFiles() }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

export async function oneWorkspace(
  options: Partial<DockerSandboxOptions> = {},
  specified: Partial<SandboxSpec> = {},
): Promise<OneWorkspace> {
  const { dir, containers, placement, another, provider, volumes, remove } = await makeDocker(options);
  await provider.start();
  const volume = await volumes.workspace("ws_1");
  const spec = specOf(volume, { memoryMb: 256, ...specified });
  return {
    dir,
    provider,
    sandbox: await provider.open(spec),
    volume,
    spec,
    containers,
    placement,
    another,
    async openAnother(workspaceId) {
      const mounts = [
        { target: "/workspace", volume: await volumes.workspace(workspaceId), access: "write" as const },
      ];
      return provider.open({ ...spec, workspaceId, mounts });
    },
    async remove() {
      await provider.close();
      await remove();
    },
  };
}
