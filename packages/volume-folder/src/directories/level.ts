import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import { isKeptName } from "../entries/kept-names.ts";
import { readSmall } from "../reading/read-small.ts";
import { hasCode } from "../system-errors.ts";
import { enter } from "./descend.ts";
import { lookUp, type HeldDirectory } from "./held-directory.ts";
import type { Listed, Name } from "./names.ts";
import { unlockForNow, type Relock } from "./unlock.ts";

export interface Found {
  /** The names from where the walk began. */
  readonly names: readonly Name[];
  readonly stats: BigIntStats;
  /** Of a file that was to be read, and could be. */
  readonly bytes?: Uint8Array;
}

export interface WalkOptions {
  readonly recursive: boolean;
  /** Files of at most so many bytes are read with their names, many at once. Default: none. */
  readonly readsUpTo?: number;
  /** Called for each name that only a write or a removal in progress has, or one that was cut off: whether it is walked like any other. */
  readonly onKeptName?: (directory: HeldDirectory, name: string) => Promise<boolean>;
  /** Called for each directory that may not be read. */
  readonly onUnreadable?: () => void;
  /** Gives the owner of a directory that may not be read all rights to it for as long as it is walked. Default false. */
  readonly unlocks?: boolean;
}

const BATCH = 64;

function compareNames(a: Name, b: Name): number {
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : 1;
  return typeof a === "string" ? -1 : typeof b === "string" ? 1 : Buffer.compare(a, b);
}

/** What `work` gives; null where a directory is gone, became a link, or may not be read. */
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
    const parent = current;
    try {
      const next = await enterOrNull(parent, name);
      if (next === null) return null;
      current = next;
    } finally {
      if (parent !== start) await parent.close();
    }
  }
  return current;
}

/** One directory of a walk, with what is still to be looked at in it. */
export class Level {
  private found: Found[] = [];

  private constructor(
    private readonly start: HeldDirectory,
    private readonly names: readonly Name[],
    private readonly options: WalkOptions,
    /** Null: released, to be opened again. */
    private directory: HeldDirectory | null,
    /** The last name first. */
    private readonly rest: Listed[],
    private readonly relock: Relock | null,
  ) {}

  /** Reads a directory and takes it over; null, and closed, where it cannot be read. */
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
      const isKept = typeof name === "string" && isKeptName(name);
      if (!isKept || (await this.options.onKeptName?.(directory, name)) === true) this.rest.push(listed);
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

  /** Goes into a directory that was found here; null where that is not possible. */
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

  /** Closes the directory for good. Those above it have to be there still. */
  async leave(): Promise<void> {
    try {
      if (this.relock !== null) await this.relock((await this.reach())?.handle ?? null);
    } finally {
      await this.release();
    }
  }

  /** Closes the directory, until it is needed again. */
  async release(): Promise<void> {
    const { directory } = this;
    this.directory = null;
    if (directory !== this.start) await directory?.close();
  }
}
