import { rmdir, unlink } from "node:fs/promises";
import { bytesOfName, type ObjectReader, type RestoreAction } from "@workspace-agent/core/snapshots";
import type { VolumeContext } from "../context.ts";
import { enter, makeDirectories, openDirectory } from "../directories/descend.ts";
import { flushEach } from "../directories/flush-each.ts";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { toName, type Name } from "../directories/names.ts";
import { setModeOf, unlock } from "../directories/unlock.ts";
import { notFound } from "../failures.ts";
import { hasCode } from "../has-code.ts";
import { difference, freedBy, NOTHING, ONE_INODE } from "../quota/use.ts";
import { removeAny, sweepEntries } from "../removing/sweep.ts";
import { restoreFile, restoreLink } from "./restore-entry.ts";

const AT_ONCE = 8;
/** The changes for which a directory is opened once. */
const MOST_TOGETHER = 32;

type FileAction = Extract<RestoreAction, { readonly type: "file" }>;

const parentOf = ({ names }: RestoreAction) => names.slice(0, -1).join("/");

/** Actions by their directory, at most so many together. */
function groupsOf(actions: readonly RestoreAction[], most: number): readonly (readonly RestoreAction[])[] {
  const groups: RestoreAction[][] = [];
  const last = new Map<string, RestoreAction[]>();
  for (const action of actions) {
    const known = last.get(parentOf(action));
    if (known !== undefined && known.length < most) known.push(action);
    else {
      const group = [action];
      groups.push(group);
      last.set(parentOf(action), group);
    }
  }
  return groups;
}

/** Makes the changes of a restore, each in the directory that it opens from the root down, through no link. */
export class RestoreChanges {
  /** The directories whose names changed. */
  private readonly changed = new Map<string, readonly Name[]>();

  constructor(
    private readonly context: VolumeContext,
    private readonly reader: ObjectReader,
    private readonly deadTags: () => Promise<ReadonlySet<string>>,
  ) {}

  async apply(actions: readonly RestoreAction[], inOrder: boolean): Promise<void> {
    const contents = await this.contentsOf(actions);
    const waiting = groupsOf(actions, inOrder ? 1 : MOST_TOGETHER).values();
    const work = async () => {
      for (const group of waiting) await this.makeAll(group, contents);
    };
    const working = Array.from({ length: inOrder ? 1 : AT_ONCE }, work);
    const failed = (await Promise.allSettled(working)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  /** Flushes the names of all changes. */
  flush(): Promise<void> {
    const { root, flushes } = this.context;
    return flushEach(root, [...this.changed.values()], flushes);
  }

  /** The contents of packed files, verified. */
  private async contentsOf(actions: readonly RestoreAction[]): Promise<ReadonlyMap<FileAction, Uint8Array>> {
    const wanted = actions.flatMap((action) => {
      if (action.type !== "file" || "chunks" in action.content) return [];
      const { sha256, range } = action.content;
      return range === null ? [] : [{ action, sha256, range }];
    });
    const found = await this.reader.packed(wanted);
    return new Map(wanted.map(({ action }, index) => [action, found[index] ?? new Uint8Array()]));
  }

  /** Makes changes in one directory. */
  private async makeAll(
    actions: readonly RestoreAction[],
    contents: ReadonlyMap<FileAction, Uint8Array>,
  ): Promise<void> {
    const above = actions[0]?.names.slice(0, -1) ?? [];
    const opened = await openDirectory(this.context.root, above.map(toName));
    if (typeof opened === "string") {
      if (actions.every(({ type }) => type === "remove" || type === "remove-directory")) return;
      throw notFound();
    }
    await using directory = opened;
    this.changed.set(above.join("/"), above.map(toName));
    for (const action of actions) await this.makeIn(directory, action, contents);
  }

  private async makeIn(
    directory: HeldDirectory,
    action: RestoreAction,
    contents: ReadonlyMap<FileAction, Uint8Array>,
  ): Promise<void> {
    const name = toName(action.names.at(-1) ?? "");
    switch (action.type) {
      case "remove":
        return this.remove(directory, name);
      case "remove-directory":
        return this.removeDirectory(directory, name);
      case "directory":
        return this.makeDirectory(directory, name, action.names.map(toName));
      case "mode":
        return setModeOf(directory, name, action.mode);
      case "link":
        return restoreLink(this.context, directory, name, bytesOfName(action.target));
      case "file": {
        const body = contents.get(action) ?? this.chunksOf(action);
        return restoreFile(this.context, directory, name, { mode: action.mode, body });
      }
    }
  }

  private chunksOf({ content }: FileAction): ReadableStream<Uint8Array> {
    const chunks = "chunks" in content ? content.chunks.values() : [].values();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const next = chunks.next();
          if (next.done === true) controller.close();
          else controller.enqueue(await this.reader.chunk(next.value));
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Leaves what became a directory. */
  private async remove(directory: HeldDirectory, name: Name): Promise<void> {
    const { changes, meter } = this.context;
    await changes.run(async () => {
      const stats = await lookUp(directory, name);
      if (stats === null || stats.isDirectory()) return;
      await directory.at(name, (at) => unlink(at));
      meter.add(difference(NOTHING, freedBy(stats)));
    });
  }

  private async removeDirectory(directory: HeldDirectory, name: Name): Promise<void> {
    if (await this.removeEmpty(directory, name)) return;
    // What a killed process left there belongs to nobody.
    await this.sweepIn(directory, name);
    await this.removeEmpty(directory, name);
  }

  /** Returns false where it has entries. */
  private async removeEmpty(directory: HeldDirectory, name: Name): Promise<boolean> {
    try {
      await directory.at(name, (at) => rmdir(at));
      this.context.meter.add(difference(NOTHING, ONE_INODE));
      return true;
    } catch (error) {
      if (hasCode(error, "ENOTEMPTY", "EEXIST")) return false;
      if (hasCode(error, "ENOENT", "ENOTDIR")) return true;
      throw error;
    }
  }

  private async sweepIn(parent: HeldDirectory, name: Name): Promise<void> {
    const opened = await enter(parent, name);
    if (typeof opened === "string") return;
    await using directory = opened;
    await sweepEntries(directory, { now: this.context.clock.now(), dead: await this.deadTags() });
    this.context.meter.markStale();
  }

  private async makeDirectory(directory: HeldDirectory, name: Name, names: readonly Name[]): Promise<void> {
    const { root, meter } = this.context;
    const stats = await lookUp(directory, name);
    if (stats?.isDirectory() === true) return unlock(directory, name);
    if (stats !== null) {
      await removeAny(directory, name);
      meter.add(difference(NOTHING, freedBy(stats)));
    }
    const { directory: made } = await makeDirectories(root, names, this.context);
    await made[Symbol.asyncDispose]();
  }
}
