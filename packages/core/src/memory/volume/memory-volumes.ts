import { checkVolumePath } from "../../files/path.ts";
import { systemClock, type Clock } from "../../ports/clock.ts";
import type { VolumeProvider } from "../../ports/volume.ts";
import { MemoryBaselines } from "./memory-baselines.ts";
import { MemoryVolume } from "./memory-volume.ts";
import { SealedVolumes } from "./sealed-volumes.ts";
import { makeDirectories, type DirectoryNode } from "./tree.ts";

interface Disk {
  readonly root: DirectoryNode;
  readonly usage: { bytes: number };
  readonly baselines: MemoryBaselines;
}

export interface MemoryVolumesOptions {
  /** What modification times are read from. Default: the system's. */
  readonly clock?: Clock;
  /** Default: a random one, so that no other process shares it. */
  readonly placement?: string;
}

/** Volumes that are forgotten with the process: for tests, and for hosts that keep no files. There are no links in them. */
export function memoryVolumes({
  clock = systemClock,
  placement = `memory-${crypto.randomUUID()}`,
}: MemoryVolumesOptions = {}): VolumeProvider {
  const workspaces = new Map<string, Disk>();
  const tenants = new Map<string, Disk>();
  let version = 0;
  const nextVersion = () => ++version;
  const newRoot = (): DirectoryNode => ({
    type: "dir",
    children: new Map(),
    mtime: clock.now(),
    version: nextVersion(),
  });

  function diskOf(disks: Map<string, Disk>, key: string): Disk {
    const known = disks.get(key);
    if (known !== undefined) return known;
    const root = newRoot();
    const disk = { root, usage: { bytes: 0 }, baselines: new MemoryBaselines(root) };
    disks.set(key, disk);
    return disk;
  }

  const sealed = new SealedVolumes(() => {
    const disk = { root: newRoot(), usage: { bytes: 0 } };
    return new MemoryVolume({ ...disk, clock, nextVersion, maxBytes: Infinity });
  });

  return {
    placement: async () => placement,
    async workspace(workspaceId, { maxBytes = Infinity } = {}) {
      return new MemoryVolume({ ...diskOf(workspaces, workspaceId), clock, nextVersion, maxBytes });
    },
    async shared(tenant, { root = "" } = {}) {
      const disk = diskOf(tenants, tenant);
      const { node } = makeDirectories(disk.root, checkVolumePath(root), newRoot);
      return new MemoryVolume({ root: node, usage: disk.usage, clock, nextVersion, maxBytes: Infinity });
    },
    async removeWorkspace(workspaceId) {
      workspaces.delete(workspaceId);
    },
    sealed: async (tenant, key, fill) => sealed.get(tenant, key, fill),
    async removeSealed(tenant, key) {
      sealed.remove(tenant, key);
    },
    close: async () => {},
  };
}
