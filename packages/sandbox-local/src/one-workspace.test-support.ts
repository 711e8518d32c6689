import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox, SandboxSpec, Volume } from "@workspace-agent/core/ports";
import type { SandboxProvider } from "@workspace-agent/core";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { localSandbox, type LocalSandboxOptions } from "./index.ts";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

/** A started provider with one open workspace, in a folder of its own. */
export interface OneWorkspace {
  readonly dir: string;
  readonly provider: SandboxProvider;
  readonly sandbox: Sandbox;
  /** Opens it again with another spec. */
  readonly reopen: (changed: Partial<SandboxSpec>) => Promise<Sandbox>;
  /** The volume at `/workspace`. */
  readonly volume: Volume;
  /** The sandbox of another workspace of the same provider. */
  openAnother(workspaceId: string): Promise<Sandbox>;
  /** Closes the provider and removes the folder. */
  remove(): Promise<void>;
}

/** A provider, not started, and volumes, in a folder of their own. */
export async function makeLocal(options: LocalSandboxOptions = {}) {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-local-"));
  return {
    dir,
    provider: localSandbox({ dir: join(dir, "sandboxes"), ...options }),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

export async function oneWorkspace(
  options: LocalSandboxOptions = {},
  spec: Partial<SandboxSpec> = {},
): Promise<OneWorkspace> {
  const { dir, provider, volumes, remove } = await makeLocal(options);
  await provider.start();
  const volume = await volumes.workspace("ws_1");
  const reopen = (changed: Partial<SandboxSpec>) => provider.open(specOf(volume, { ...spec, ...changed }));
  const openAnother = async (workspaceId: string) => {
    const own = await volumes.workspace(workspaceId);
    return reopen({ workspaceId, mounts: [{ target: "/workspace", volume: own, access: "write" }] });
  };
  const sandbox = await reopen({});
  return {
    dir,
    provider,
    sandbox,
    reopen,
    volume,
    openAnother,
    async remove() {
      await provider.close();
      await remove();
    },
  };
}
