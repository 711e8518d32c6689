import { checkVolumePath } from "../../domain/files/path.ts";
import { checkSealedKey } from "../../domain/files/sealed-key.ts";
import { systemClock, type Clock } from "../../ports/clock.ts";
import type { CompleteVolume, CompleteVolumeProvider, VolumeQuota, VolumeUse } from "../../ports/volume.ts";
import { memoryObjects } from "../objects/memory-objects.ts";
import { MemoryUsage } from "./memory-usage.ts";
import { MemoryVolume } from "./memory-volume.ts";
import { makeDirectories, newDirectory, type DirectoryNode } from "./tree.ts";

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
  /** Sealed volumes, each filled once. */
  const sealed = new Map<string, Promise<CompleteVolume>>();
  const sealedName = (tenant: string, key: string) => JSON.stringify([tenant, checkSealedKey(key)]);
  let version = 0;
  const stamps = { clock, nextVersion: () => ++version };

  function diskOf(disks: Map<string, Disk>, key: string): Disk {
    const known = disks.get(key);
    if (known !== undefined) return known;
    const disk = { root: newDirectory(stamps), usage: new MemoryUsage(), copyId: crypto.randomUUID() };
    disks.set(key, disk);
    return disk;
  }

  return {
    objects: memoryObjects({ clock }),
    placement: async () => placement,
    async workspace(workspaceId, quota) {
      const disk = diskOf(workspaces, workspaceId);
      return new MemoryVolume({ ...disk, ...stamps, tree: disk.root, quota: quotaOf(quota) });
    },
    async shared(tenant, { root = "", ...given } = {}) {
      const { root: tree, usage } = diskOf(tenants, tenant);
      const spec = { ...stamps, usage, quota: quotaOf(given) };
      const { node } = makeDirectories(tree, checkVolumePath(root), spec);
      return new MemoryVolume({ ...spec, root: node, tree });
    },
    workspaceIds: async () => [...workspaces.keys()],
    async removeWorkspace(workspaceId) {
      workspaces.delete(workspaceId);
    },
    async sealed(tenant, key, fill) {
      const name = sealedName(tenant, key);
      const found = sealed.get(name);
      if (found !== undefined) return found;
      const root = newDirectory(stamps);
      const spec = { ...stamps, usage: new MemoryUsage(), quota: quotaOf() };
      const volume = new MemoryVolume({ ...spec, root, tree: root });
      const filled = fill(volume).then(() => volume);
      sealed.set(name, filled);
      filled.catch(() => {
        if (sealed.get(name) === filled) sealed.delete(name);
      });
      return filled;
    },
    async removeSealed(tenant, key) {
      sealed.delete(sealedName(tenant, key));
    },
    async sealedKeys(tenant) {
      return [...sealed.keys()].flatMap((name) => {
        const [owner, key] = JSON.parse(name) as readonly [string, string];
        return owner === tenant ? [key] : [];
      });
    },
    close: async () => {},
  };
}
