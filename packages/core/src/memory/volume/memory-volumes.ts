import { checkVolumePath } from "../../domain/files/path.ts";
import { systemClock, type Clock } from "../../ports/clock.ts";
import type { CompleteVolumeProvider, VolumeQuota, VolumeUse } from "../../ports/volume.ts";
import { memoryObjects } from "../objects/memory-objects.ts";
import { MemoryUsage } from "./memory-usage.ts";
import { MemoryVolume } from "./memory-volume.ts";
import { SealedVolumes } from "./sealed-volumes.ts";
import { makeDirectories, type DirectoryNode } from "./tree.ts";

interface Disk {
  readonly root: DirectoryNode;
  readonly usage: MemoryUsage;
  readonly copyId: string;
}

const quotaOf = ({ maxBytes = Infinity, maxInodes = Infinity }: VolumeQuota = {}): VolumeUse => ({
  bytes: maxBytes,
  inodes: maxInodes,
});

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
}: MemoryVolumesOptions = {}): CompleteVolumeProvider {
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
    const disk = { root, usage: new MemoryUsage(), copyId: crypto.randomUUID() };
    disks.set(key, disk);
    return disk;
  }

  const sealed = new SealedVolumes(() => {
    const root = newRoot();
    return new MemoryVolume({
      root,
      tree: root,
      usage: new MemoryUsage(),
      clock,
      nextVersion,
      quota: quotaOf(),
    });
  });

  return {
    objects: memoryObjects({ clock }),
    placement: async () => placement,
    async workspace(workspaceId, quota) {
      const disk = diskOf(workspaces, workspaceId);
      return new MemoryVolume({ ...disk, tree: disk.root, clock, nextVersion, quota: quotaOf(quota) });
    },
    async shared(tenant, { root = "", ...given } = {}) {
      const { root: tree, usage } = diskOf(tenants, tenant);
      const quota = quotaOf(given);
      const { node } = makeDirectories(tree, checkVolumePath(root), () => {
        usage.take({ bytes: 0, inodes: 1 }, quota);
        return newRoot();
      });
      return new MemoryVolume({ root: node, tree, usage, clock, nextVersion, quota });
    },
    workspaceIds: async () => [...workspaces.keys()],
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
