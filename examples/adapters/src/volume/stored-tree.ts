import { DomainError } from "@workspace-agent/core";
import type { ObjectStore } from "./object-store.ts";
import type { FileNode, Node, Tree } from "./tree.ts";

/** Each failed try means that another process changed the same tree. */
const MAX_TRIES = 50;

function contentsOf(tree: Tree): Set<string> {
  return new Set([...tree.values()].flatMap((node) => (node.type === "file" ? [node.content] : [])));
}

/**
 * One tree in an object storage: the object `<prefix>index` lists its files, and each content is an object of its own that is written
 * once. A change replaces the index, if it is still the one that was read: so it happens as a whole, or not at all.
 */
export class StoredTree {
  private readonly objects: ObjectStore;
  private readonly prefix: string;
  private changing: Promise<unknown> = Promise.resolve();

  constructor(objects: ObjectStore, prefix: string) {
    this.objects = objects;
    this.prefix = prefix;
  }

  private get index(): string {
    return `${this.prefix}index`;
  }

  private async load(): Promise<{ readonly tree: Tree; readonly revision: string | null }> {
    const found = await this.objects.get(this.index);
    if (found === null) return { tree: new Map(), revision: null };
    const nodes = JSON.parse(new TextDecoder().decode(found.bytes)) as readonly [string, Node][];
    return { tree: new Map(nodes), revision: found.revision };
  }

  async read(): Promise<Tree> {
    return (await this.load()).tree;
  }

  /** Changes the tree, one change of this process after the other. What `change` throws leaves it as it was. */
  change<T>(change: (tree: Tree) => T): Promise<T> {
    const next = this.changing.then(() => this.changeNow(change));
    this.changing = next.catch(() => undefined);
    return next;
  }

  private async changeNow<T>(change: (tree: Tree) => T): Promise<T> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { tree, revision } = await this.load();
      const before = contentsOf(tree);
      const result = change(tree);
      const bytes = new TextEncoder().encode(JSON.stringify([...tree]));
      if (!(await this.objects.put(this.index, bytes, revision))) continue;
      const after = contentsOf(tree);
      for (const content of before) if (!after.has(content)) await this.objects.delete(content);
      return result;
    }
    throw new DomainError("overloaded", "Too many writers change this volume at once.", { retryAfter: 1 });
  }

  /** Stores a content that no file has yet. */
  async addContent(bytes: Uint8Array): Promise<string> {
    const key = `${this.prefix}content/${crypto.randomUUID()}`;
    await this.objects.put(key, bytes);
    return key;
  }

  async dropContent(key: string): Promise<void> {
    await this.objects.delete(key);
  }

  /** Null: the file was replaced or removed meanwhile. */
  async content({ content }: FileNode): Promise<Uint8Array | null> {
    return (await this.objects.get(content))?.bytes ?? null;
  }

  async remove(): Promise<void> {
    await this.objects.delete(this.index);
    for (const key of await this.objects.list(this.prefix)) await this.objects.delete(key);
  }
}
