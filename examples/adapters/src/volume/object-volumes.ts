import { hash } from "node:crypto";
import { silentLogger, type VolumeProvider } from "@workspace-agent/core";
import {
  checkSealedKey,
  checkVolumePath,
  type ObjectStore,
  type Volume,
  type VolumeQuota,
} from "@workspace-agent/core/ports";
import { memoryHeads, type Heads } from "./heads.ts";
import { ObjectVolume } from "./object-volume.ts";
import { StoredTree } from "./stored-tree.ts";
import { makeDirectories } from "./tree.ts";

const quotaOf = ({ maxBytes = Infinity, maxInodes = Infinity }: VolumeQuota = {}) => ({
  bytes: maxBytes,
  inodes: maxInodes,
});

/** Any text as a part of a key, different for different texts. Keys have no upper case. */
const keyPart = (text: string) => hash("sha256", text);

/**
 * Volumes whose files are objects. `placement` names the storage: instances with the same one share its files. `logger` receives what could
 * not be removed.
 */
export function objectVolumes(
  objects: ObjectStore,
  heads: Heads,
  placement: string,
  logger = silentLogger,
): VolumeProvider {
  const trees = new Map<string, StoredTree>();
  const filling = new Map<string, Promise<Volume>>();

  /** One object for each tree, so that the changes of this process take turns. */
  function treeOf(name: string): StoredTree {
    const tree = trees.get(name) ?? new StoredTree(objects, heads, name, logger);
    trees.set(name, tree);
    return tree;
  }

  async function remove(name: string): Promise<void> {
    await treeOf(name).remove();
    trees.delete(name);
  }

  const workspaceName = (id: string) => `workspaces/${keyPart(id)}`;
  const sealedName = (tenant: string, key: string) => `sealed/${keyPart(tenant)}/${checkSealedKey(key)}`;

  /** What cannot be removed stays until its volume is. */
  async function drop(draft: StoredTree): Promise<void> {
    await draft.remove().catch((error: unknown) => {
      logger.warn({ error }, "a draft of a sealed volume could not be removed");
    });
  }

  /** A draft has heads of its own. Once it is complete, its index becomes the head of the volume, unless another process was first. */
  async function findOrFill(name: string, fill: (volume: Volume) => Promise<void>): Promise<Volume> {
    if ((await heads.get(name)) === null) {
      const draft = new StoredTree(objects, memoryHeads(), `${name}/${crypto.randomUUID()}`, logger);
      let head: string;
      try {
        await fill(new ObjectVolume(draft, "", quotaOf()));
        head = await draft.head();
      } catch (error) {
        await drop(draft);
        throw error;
      }
      if (!(await heads.replace(name, null, head))) await drop(draft);
    }
    return new ObjectVolume(treeOf(name), "", quotaOf());
  }

  return {
    placement: async () => placement,
    async workspace(workspaceId, quota) {
      return new ObjectVolume(treeOf(workspaceName(workspaceId)), "", quotaOf(quota));
    },
    async shared(tenant, { root = "", ...quota } = {}) {
      const folder = checkVolumePath(root);
      const tree = treeOf(`tenants/${keyPart(tenant)}`);
      await tree.change((nodes) => makeDirectories(nodes, folder));
      return new ObjectVolume(tree, folder, quotaOf(quota));
    },
    removeWorkspace: (workspaceId) => remove(workspaceName(workspaceId)),
    async sealed(tenant, key, fill) {
      const name = sealedName(tenant, key);
      const known = filling.get(name);
      if (known !== undefined) return known;
      const made = findOrFill(name, fill).finally(() => filling.delete(name));
      filling.set(name, made);
      return made;
    },
    async removeSealed(tenant, key) {
      await remove(sealedName(tenant, key));
    },
    close: async () => {},
  };
}
