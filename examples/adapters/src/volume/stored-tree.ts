import { DomainError, type Logger } from "@workspace-agent/core";
import type { ObjectStore } from "@workspace-agent/core/ports";
import type { Heads } from "./heads.ts";
import type { FileNode, Node, Tree } from "./tree.ts";

/** Each failed try means that another process changed the same tree. */
const MAX_TRIES = 50;

function contentsOf(tree: Tree): Set<string> {
  return new Set([...tree.values()].flatMap((node) => (node.type === "file" ? [node.content] : [])));
}

/**
 * One tree of objects below `name`: an index lists its files, and each content and each index is an object of its own that is written
 * once. A change writes a new index and makes it the head of `name`, if that is still the one that was read: so it happens as a whole, or
 * not at all.
 */
export class StoredTree {
  private readonly objects: ObjectStore;
  private readonly heads: Heads;
  private readonly name: string;
  private readonly logger: Logger;
  private changing: Promise<unknown> = Promise.resolve();

  constructor(objects: ObjectStore, heads: Heads, name: string, logger: Logger) {
    this.objects = objects;
    this.heads = heads;
    this.name = name;
    this.logger = logger;
  }

  private async get(key: string): Promise<Response | null> {
    const found = await this.objects.get(key);
    return found && new Response(found.body);
  }

  private async put(kind: "content" | "index", bytes: Uint8Array): Promise<string> {
    const key = `${this.name}/${kind}/${crypto.randomUUID()}`;
    await this.objects.put(key, bytes);
    return key;
  }

  private putIndex(tree: Tree): Promise<string> {
    return this.put("index", new TextEncoder().encode(JSON.stringify([...tree])));
  }

  private async load(): Promise<{ readonly tree: Tree; readonly head: string | null }> {
    let missing: string | null = null;
    for (;;) {
      const head = await this.heads.get(this.name);
      if (head === null) return { tree: new Map(), head };
      const index = await this.get(head);
      if (index !== null) return { tree: new Map((await index.json()) as readonly [string, Node][]), head };
      // A change has replaced it meanwhile.
      if (head === missing) throw new DomainError("object_corrupt", "The index of the files is missing.");
      missing = head;
    }
  }

  async read(): Promise<Tree> {
    return (await this.load()).tree;
  }

  /** The key of the index, which is written where there is none. */
  async head(): Promise<string> {
    const { tree, head } = await this.load();
    return head ?? this.putIndex(tree);
  }

  /**
   * Changes the tree, one change of this process after the other. What `change` throws leaves it as it was. `added`: a content that the
   * change uses, which is dropped where it fails.
   */
  change<T>(change: (tree: Tree) => T, added: readonly string[] = []): Promise<T> {
    const next = this.changing.then(() => this.changeNow(change, added));
    this.changing = next.catch(() => undefined);
    return next;
  }

  private async changeNow<T>(change: (tree: Tree) => T, added: readonly string[]): Promise<T> {
    let mayBeUsed = false;
    try {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { tree, head } = await this.load();
        const unused = contentsOf(tree);
        const result = change(tree);
        const next = await this.putIndex(tree);
        mayBeUsed = true;
        if (await this.heads.replace(this.name, head, next)) {
          for (const content of contentsOf(tree)) unused.delete(content);
          await this.drop(head === null ? [...unused] : [...unused, head]);
          return result;
        }
        mayBeUsed = false;
        await this.drop([next]);
      }
      throw new DomainError("overloaded", "Too many writers change this volume at once.", { retryAfter: 1 });
    } catch (error) {
      // When a replacement fails, nobody knows whether it happened: its content stays.
      if (!mayBeUsed) await this.drop(added);
      throw error;
    }
  }

  /** Stores a content that no file has yet. */
  addContent(bytes: Uint8Array): Promise<string> {
    return this.put("content", bytes);
  }

  /** Removes what no index names. What cannot be removed stays, unused: no change fails by it. */
  private async drop(keys: readonly string[]): Promise<void> {
    try {
      if (keys.length > 0) await this.objects.delete(keys);
    } catch (error) {
      this.logger.warn({ error, keys }, "unused objects could not be removed");
    }
  }

  /** Null: the file was replaced or removed meanwhile. */
  async content({ content }: FileNode): Promise<Uint8Array | null> {
    const found = await this.get(content);
    return found && (await found.bytes());
  }

  /** Removes all that is below the name. */
  async remove(): Promise<void> {
    await this.heads.remove(this.name);
    for (let more = true; more;) {
      const page = await this.objects.list(`${this.name}/`);
      await this.objects.delete(page.objects.map(({ key }) => key));
      ({ more } = page);
    }
  }
}
