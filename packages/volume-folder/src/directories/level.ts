import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import { isTemporaryName } from "../entries/temporary-names.ts";
import { readSmall } from "./read-small.ts";
import { hasCode } from "../has-code.ts";
import { enter } from "./descend.ts";
import { lookUp, type HeldDirectory } from "./held-directory.ts";
import type { Listed, Name } from "./names.ts";
import { unlockForNow, type Relock } from "./unlock.ts";

export interface Found {
  /** The names below the start of the walk. */
  readonly names: readonly Name[];
  readonly stats: BigIntStats;
  /** The content, where `readsUpTo` applies and the file could be read. */
  readonly bytes?: Uint8Array;
}

export interface WalkOptions {
  readonly recursive: boolean;
  /** Reads files of at most so many bytes, several at once. Default: none. */
  readonly readsUpTo?: number;
  /** Called for each temporary name. Returns whether to walk it like any other. Default: no. */
  readonly onTemporaryName?: (directory: HeldDirectory, name: string) => Promise<boolean>;
  /** Called for each directory that cannot be read. */
  readonly onUnreadable?: () => void;
  /** Called for each directory that is too deep to be entered. */
  readonly onTooDeep?: () => void;
  /** Unlocks directories that their owner may not read while they are walked. Default false. */
  readonly unlocks?: boolean;
}

const BATCH = 64;

function compareNames(a: Name, b: Name): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : 1;
  return typeof a === "string" ? -1 : typeof b === "string" ? 1 : Buffer.compare(a, b);
}

/** The result of `work`; null where a directory is gone, became a link, or may not be read. */
async function orNull<T>(work: () => Promise<T>, { onUnreadable }: WalkOptions): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const isRefused = DomainError.isInstance(error) && error.code === "invalid_path";
    const isUnreadable = hasCode(error, "EACCES", "EPERM");
    if (isUnreadable) onUnreadable?.();
    if (isRefused || isUnreadable || hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

async function enterOrNull(parent: HeldDirectory, name: Name): Promise<HeldDirectory | null> {
  const found = await enter(parent, name);
  return typeof found === "string" ? null : found;
}

/** Follows names down from a directory that stays open. */
async function reopen(start: HeldDirectory, names: readonly Name[]): Promise<HeldDirectory | null> {
  let current = start;
  for (const name of names) {
    await using parent = current === start ? null : current;
    const next = await enterOrNull(parent ?? start, name);
    if (next === null) return null;
    current = next;
  }
  return current;
}

/** One directory of a walk, with the entries that are still to be visited. */
export class Level {
  private found: Found[] = [];

  private constructor(
    private readonly start: HeldDirectory,
    private readonly names: readonly Name[],
    private readonly options: WalkOptions,
    /** Null: released, to be reopened when needed. */
    private directory: HeldDirectory | null,
    /** The last name first. */
    private readonly rest: Listed[],
    private readonly relock: Relock | null,
  ) {}

  /** Reads a directory, and owns it from then on. Closes it and returns null where it cannot be read. */
  static async open(
    start: HeldDirectory,
    names: readonly Name[],
    directory: HeldDirectory,
    options: WalkOptions,
    relock: Relock | null = null,
  ): Promise<Level | null> {
    const level = new Level(start, names, options, directory, [], relock);
    const isRead = await orNull(() => level.readNames(directory), options).catch(async (error: unknown) => {
      await level.leave();
      throw error;
    });
    if (isRead === null) await level.leave();
    return isRead === null ? null : level;
  }

  private async readNames(directory: HeldDirectory): Promise<true> {
    for (const listed of await directory.list()) {
      const { name } = listed;
      const isTemporary = typeof name === "string" && isTemporaryName(name);
      if (!isTemporary || (await this.options.onTemporaryName?.(directory, name)) === true)
        this.rest.push(listed);
    }
    this.rest.sort((a, b) => compareNames(b.name, a.name));
    return true;
  }

  /** The next entry by name, or null at the end. */
  async next(): Promise<Found | null> {
    while (this.found.length === 0 && this.rest.length > 0) {
      const batch = this.rest.splice(-BATCH);
      const directory = await this.reach();
      if (directory === null) return null;
      const { readsUpTo } = this.options;
      const look = async ({ name, isFile }: Listed): Promise<Found | null> => {
        const names = [...this.names, name];
        const small = isFile && readsUpTo !== undefined ? await readSmall(directory, name, readsUpTo) : null;
        if (small !== null) return { names, ...small };
        const stats = await orNull(() => lookUp(directory, name), this.options);
        return stats === null ? null : { names, stats };
      };
      this.found = (await Promise.all(batch.map(look))).filter((found) => found !== null);
    }
    return this.found.pop() ?? null;
  }

  /** Opens a directory that was found here; null where that is not possible. */
  async enter(found: Found): Promise<Level | null> {
    const name = found.names.at(-1);
    const directory = await this.reach();
    if (name === undefined || directory === null) return null;
    const relock =
      this.options.unlocks === true
        ? await orNull(() => unlockForNow(directory, name, found.stats), this.options)
        : null;
    const child = await orNull(() => enterOrNull(directory, name), this.options);
    if (child !== null) return Level.open(this.start, found.names, child, this.options, relock);
    await relock?.(null);
    return null;
  }

  private async reach(): Promise<HeldDirectory | null> {
    this.directory ??= await orNull(() => reopen(this.start, this.names), this.options);
    return this.directory;
  }

  /** Closes the directory, and locks it again. Its parents must still exist. */
  async leave(): Promise<void> {
    try {
      if (this.relock !== null) await this.relock((await this.reach())?.handle ?? null);
    } finally {
      await this.release();
    }
  }

  /** Closes the directory until it is needed again. */
  async release(): Promise<void> {
    const { directory } = this;
    this.directory = null;
    if (directory !== this.start) await directory?.[Symbol.asyncDispose]();
  }
}
