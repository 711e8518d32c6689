import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { walk, type WalkOptions } from "../directories/walk.ts";
import { DirectoryCursor } from "../directories/directory-cursor.ts";
import { hasCode } from "../has-code.ts";
import { difference, diskBytes, NOTHING, sum } from "./use.ts";

/** A directory when it was listed, with the use of itself and its files. */
interface Listed {
  readonly names: readonly Name[];
  /** Read before the names: later changes of the directory change it, and no program can set it. */
  readonly ctimeNs: bigint;
  use: VolumeUse;
  /** The part of `use` under temporary names. */
  inProgress: VolumeUse;
  readonly isInProgress: boolean;
  /** Whether a later listing replaced this one. */
  isOver: boolean;
}

export interface CensusOptions extends Pick<WalkOptions, "onTemporaryName" | "unlocks"> {
  /** Whether this process is writing or removing the entry of a name. */
  readonly isInProgress: (name: Name) => boolean;
  /** What is reserved for entries in progress, and so is not counted twice. */
  readonly reserved: () => VolumeUse;
  /** Called after each counted entry. Returns whether to stop. */
  readonly isEnough: (use: VolumeUse) => boolean;
}

/** The inodes of what is too deep to be counted: more than any quota. */
const UNCOUNTED = 2 ** 40;

/** Includes the birth time, since inode numbers are reused. */
const keyOf = ({ dev, ino, birthtimeNs }: BigIntStats) => `${dev}:${ino}:${birthtimeNs}`;

const isSamePath = (a: readonly Name[], b: readonly Name[]) =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** The directory at these names; null where there is none, `"locked"` where it may not be read. */
async function reach(
  cursor: DirectoryCursor,
  names: readonly Name[],
): Promise<HeldDirectory | "locked" | null> {
  try {
    const found = await cursor.to(names);
    return typeof found === "string" ? null : found;
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM")) return "locked";
    if (DomainError.isInstance(error) || hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Counts everything below a directory by inode, so that entries that are moved meanwhile count exactly once. */
export class Census {
  private readonly directories = new Map<string, Listed>();
  /** Files with several names, each with the listing in which it is counted. */
  private readonly linked = new Map<string, Listed>();
  /** Directories that are no longer at their listed paths. */
  private readonly missing = new Set<string>();
  private hasSeenMoves = false;
  private isTooDeep = false;
  private total = NOTHING;
  private inProgress = NOTHING;

  constructor(
    private readonly start: HeldDirectory,
    private readonly options: CensusOptions,
  ) {}

  /** What was found, without directories that were removed since. After a move, a missing directory may be at a path that was listed before. */
  get use(): VolumeUse {
    if (this.hasSeenMoves) return this.unreserved;
    const gone = [...this.missing].map((key) => this.directories.get(key)?.use ?? NOTHING);
    return gone.reduce(difference, this.unreserved);
  }

  /** Without the reserved part of entries in progress. */
  private get unreserved(): VolumeUse {
    const { total, inProgress } = this;
    const reserved = this.options.reserved();
    const of = (key: keyof VolumeUse) => total[key] - Math.min(inProgress[key], Math.max(0, reserved[key]));
    return { bytes: of("bytes"), inodes: of("inodes") + (this.isTooDeep ? UNCOUNTED : 0) };
  }

  private get isEnough(): boolean {
    return this.options.isEnough(this.unreserved);
  }

  /** Counts everything once. */
  async take(): Promise<void> {
    const stats = await this.start.handle.stat({ bigint: true });
    await this.list(this.start, this.enlist([], stats), true);
  }

  /** Checks all directories again and lists those that have changed. Returns whether any had. */
  async lookAgain(): Promise<boolean> {
    let hasChanged = false;
    await using cursor = new DirectoryCursor(this.start);
    for (const [key, listed] of [...this.directories]) {
      if (this.isEnough) return false;
      // Otherwise it was listed again meanwhile.
      if (this.directories.get(key) === listed && (await this.hasChanged(key, listed, cursor)))
        hasChanged = true;
    }
    return hasChanged;
  }

  private async hasChanged(
    key: string,
    { names, ctimeNs }: Listed,
    cursor: DirectoryCursor,
  ): Promise<boolean> {
    const stats = await this.find(names, cursor);
    if (stats === "locked") return false;
    if (stats === null || keyOf(stats) !== key) {
      const isNew = !this.missing.has(key);
      this.missing.add(key);
      return isNew;
    }
    this.missing.delete(key);
    if (stats.ctimeNs === ctimeNs) return false;
    const directory = await reach(cursor, names);
    if (directory === null || directory === "locked") return true;
    this.enlist(names, stats);
    for (const found of await this.list(directory, key, false)) {
      const below = await reach(cursor, found.names);
      const listed = this.enlist(found.names, found.stats);
      if (below !== null && below !== "locked") await this.list(below, listed, true);
    }
    return true;
  }

  private async find(
    names: readonly Name[],
    cursor: DirectoryCursor,
  ): Promise<BigIntStats | "locked" | null> {
    const name = names.at(-1);
    if (name === undefined) return this.start.handle.stat({ bigint: true });
    const parent = await reach(cursor, names.slice(0, -1));
    if (parent === null || parent === "locked") return parent;
    return lookUp(parent, name).catch((error: unknown) => {
      if (hasCode(error, "EACCES", "EPERM")) return "locked" as const;
      throw error;
    });
  }

  /** Counts a directory, with all below if `recursive`. Otherwise returns the directories in it that were not listed at their paths. */
  private async list(
    directory: HeldDirectory,
    key: string,
    recursive: boolean,
  ): Promise<{ readonly names: readonly Name[]; readonly stats: BigIntStats }[]> {
    const above = this.directories.get(key)?.names ?? [];
    const keys = [key];
    const unknown = [];
    const onTooDeep = () => {
      this.isTooDeep = true;
    };
    for await (const { names, stats } of walk(directory, { ...this.options, recursive, onTooDeep })) {
      const found = { names: [...above, ...names], stats };
      if (!stats.isDirectory())
        this.add(keys[names.length - 1] ?? key, stats, names.some(this.options.isInProgress));
      else if (recursive) keys[names.length] = this.enlist(found.names, stats);
      else if (!this.isListed(found.names, stats)) unknown.push(found);
      if (this.isEnough) break;
    }
    return unknown;
  }

  private isListed(names: readonly Name[], stats: BigIntStats): boolean {
    const listed = this.directories.get(keyOf(stats));
    return listed !== undefined && isSamePath(listed.names, names);
  }

  /** Starts the count of a directory, which replaces an earlier one. */
  private enlist(names: readonly Name[], stats: BigIntStats): string {
    const key = keyOf(stats);
    const before = this.directories.get(key);
    if (before !== undefined && !isSamePath(before.names, names)) this.hasSeenMoves = true;
    if (before !== undefined) {
      before.isOver = true;
      this.total = difference(this.total, before.use);
      this.inProgress = difference(this.inProgress, before.inProgress);
    }
    this.missing.delete(key);
    const { ctimeNs } = stats;
    const isInProgress = names.some(this.options.isInProgress);
    const nothing = { use: NOTHING, inProgress: NOTHING };
    this.directories.set(key, { names, ctimeNs, isInProgress, isOver: false, ...nothing });
    // A directory in progress is the server's own and does not count; its entries do.
    const name = names.at(-1);
    if (name !== undefined && !this.options.isInProgress(name)) this.add(key, stats, isInProgress);
    return key;
  }

  private add(key: string, stats: BigIntStats, isInProgress: boolean): void {
    const listed = this.directories.get(key);
    if (listed === undefined) return;
    if (!stats.isDirectory() && stats.nlink > 1n) {
      if (this.linked.get(keyOf(stats))?.isOver === false) return;
      this.linked.set(keyOf(stats), listed);
    }
    const use = { bytes: diskBytes(stats), inodes: 1 };
    listed.use = sum(listed.use, use);
    this.total = sum(this.total, use);
    if (!isInProgress && !listed.isInProgress) return;
    listed.inProgress = sum(listed.inProgress, use);
    this.inProgress = sum(this.inProgress, use);
  }
}
