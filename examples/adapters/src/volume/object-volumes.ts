import type { VolumeProvider } from "@workspace-agent/core";
import { checkSealedKey, checkVolumePath, type Volume, type VolumeQuota } from "@workspace-agent/core/ports";
import { ObjectVolume } from "./object-volume.ts";
import type { ObjectStore } from "./object-store.ts";
import { StoredTree } from "./stored-tree.ts";
import { makeDirectories } from "./tree.ts";

const quotaOf = ({ maxBytes = Infinity, maxInodes = Infinity }: VolumeQuota = {}) => ({
  bytes: maxBytes,
  inodes: maxInodes,
});

/** Any text as a part of a key: without `/`, and different for different texts. */
const keyPart = (text: string) => Buffer.from(text).toString("base64url");

/** Volumes whose files are objects. `placement` names the storage: instances with the same one share its files. */
export function objectVolumes(objects: ObjectStore, placement: string): VolumeProvider {
  const trees = new Map<string, StoredTree>();
  const filling = new Map<string, Promise<Volume>>();

  /** One object for each tree, so that the changes of this process take turns. */
  function treeOf(prefix: string): StoredTree {
    const tree = trees.get(prefix) ?? new StoredTree(objects, prefix);
    trees.set(prefix, tree);
    return tree;
  }

  const workspacePrefix = (id: string) => `workspaces/${keyPart(id)}/`;
  const sealedPrefix = (tenant: string, key: string) => `sealed/${keyPart(tenant)}/${checkSealedKey(key)}/`;
  const sealedVolume = (prefix: string, id: string) =>
    new ObjectVolume(treeOf(`${prefix}${id}/`), "", quotaOf());

  /** The object `current` names the tree that is complete. */
  async function findOrFill(prefix: string, fill: (volume: Volume) => Promise<void>): Promise<Volume> {
    const current = `${prefix}current`;
    const found = await objects.get(current);
    if (found !== null) return sealedVolume(prefix, new TextDecoder().decode(found.bytes));
    const id = crypto.randomUUID();
    const volume = sealedVolume(prefix, id);
    try {
      await fill(volume);
      if (await objects.put(current, new TextEncoder().encode(id), null)) return volume;
    } catch (error) {
      await treeOf(`${prefix}${id}/`).remove();
      throw error;
    }
    // Another process was first.
    await treeOf(`${prefix}${id}/`).remove();
    return findOrFill(prefix, fill);
  }

  return {
    placement: async () => placement,
    async workspace(workspaceId, quota) {
      return new ObjectVolume(treeOf(workspacePrefix(workspaceId)), "", quotaOf(quota));
    },
    async shared(tenant, { root = "", ...quota } = {}) {
      const folder = checkVolumePath(root);
      const tree = treeOf(`tenants/${keyPart(tenant)}/`);
      await tree.change((nodes) => makeDirectories(nodes, folder));
      return new ObjectVolume(tree, folder, quotaOf(quota));
    },
    async removeWorkspace(workspaceId) {
      const prefix = workspacePrefix(workspaceId);
      await treeOf(prefix).remove();
      trees.delete(prefix);
    },
    async sealed(tenant, key, fill) {
      const prefix = sealedPrefix(tenant, key);
      const known = filling.get(prefix);
      if (known !== undefined) return known;
      const made = findOrFill(prefix, fill).finally(() => filling.delete(prefix));
      filling.set(prefix, made);
      return made;
    },
    async removeSealed(tenant, key) {
      for (const object of await objects.list(sealedPrefix(tenant, key))) await objects.delete(object);
    },
    close: async () => {},
  };
}
