import type { BigIntStats } from "node:fs";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { walk, type WalkOptions } from "../directories/walk.ts";
import { WayDown } from "../directories/way-down.ts";
import { diskBytes } from "../entries/entry.ts";
import { hasCode } from "../system-errors.ts";
import { difference, NOTHING, sum } from "./use.ts";

/** A directory as it was when it was listed, with what it and the files in it take. */
interface Listed {
  readonly names: readonly Name[];
  /** From before the names were read: what comes or goes later changes it, and nobody can set it. */
  readonly ctimeNs: bigint;
  use: VolumeUse;
  /** The part of `use` that is in progress. */
  inProgress: VolumeUse;
  readonly isInProgress: boolean;
  /** It was listed again since. */
  isOver: boolean;
}

export interface CensusOptions extends Pick<WalkOptions, "onKeptName" | "unlocks"> {
  /** Whether a name is one of work in progress. */
  readonly isInProgress: (name: Name) => boolean;
  /** What work in progress may take without being counted. */
  readonly reserved: () => VolumeUse;
  /** Asked after each thing that was counted: whether no more has to be. */
  readonly isEnough: (use: VolumeUse) => boolean;
}

/** Numbers of inodes are used again: what was made at another time is another. */
const keyOf = ({ dev, ino, birthtimeNs }: BigIntStats) => `${dev}:${ino}:${birthtimeNs}`;

const isSamePath = (a: readonly Name[], b: readonly Name[]) =>
  a.length === b.length && a.every((name, index) => name === b[index]);

/** What is below a directory, by inodes and not by paths: what is moved meanwhile is counted, and once. */
export class Census {
  private readonly directories = new Map<string, Listed>();
  /** Files with several names, each with the listing in which it is counted. */
  private readonly linked = new Map<string, Listed>();
  /** Directories that are not where they were listed. */
  private readonly missing = new Set<string>();
  private hasSeenMoves = false;
  private total = NOTHING;
  private inProgress = NOTHING;

  constructor(
    private readonly start: HeldDirectory,
    private readonly options: CensusOptions,
  ) {}

  /** What was found, without what was removed since, as far as that is known: what was moved may be in a place that was looked at before. */
  get use(): VolumeUse {
    if (this.hasSeenMoves) return this.unreserved;
    const gone = [...this.missing].map((key) => this.directories.get(key)?.use ?? NOTHING);
    return gone.reduce(difference, this.unreserved);
  }

  /** Without what is held back for the work in progress. */
  private get unreserved(): VolumeUse {
    const { total, inProgress } = this;
    const reserved = this.options.reserved();
    const of = (key: keyof VolumeUse) => total[key] - Math.min(inProgress[key], Math.max(0, reserved[key]));
    return { bytes: of("bytes"), inodes: of("inodes") };
  }

  private get isEnough(): boolean {
    return this.options.isEnough(this.unreserved);
  }

  /** Goes through everything. */
  async take(): Promise<void> {
    const stats = await this.start.handle.stat({ bigint: true });
    await this.list(this.start, this.enlist([], stats), true);
  }

  /** Looks at all directories again, and lists those that have changed. Gives whether there were some. */
  async lookAgain(): Promise<boolean> {
    let hasChanged = false;
    const way = new WayDown(this.start);
    try {
      for (const [key, listed] of [...this.directories]) {
        if (this.isEnough) return false;
        // Else it was listed again meanwhile.
        if (this.directories.get(key) === listed && (await this.hasChanged(key, listed, way)))
          hasChanged = true;
      }
    } finally {
      await way.close();
    }
    return hasChanged;
  }

  private async hasChanged(key: string, { names, ctimeNs }: Listed, way: WayDown): Promise<boolean> {
    const stats = await this.find(names, way);
    if (stats === "locked") return false;
    if (stats === null || keyOf(stats) !== key) {
      const isNew = !this.missing.has(key);
      this.missing.add(key);
      return isNew;
    }
    this.missing.delete(key);
    if (stats.ctimeNs === ctimeNs) return false;
    const directory = await way.to(names);
    if (directory === null || directory === "locked") return true;
    this.enlist(names, stats);
    for (const found of await this.list(directory, key, false)) {
      const below = await way.to(found.names);
      const listed = this.enlist(found.names, found.stats);
      if (below !== null && below !== "locked") await this.list(below, listed, true);
    }
    return true;
  }

  private async find(names: readonly Name[], way: WayDown): Promise<BigIntStats | "locked" | null> {
    const name = names.at(-1);
    if (name === undefined) return this.start.handle.stat({ bigint: true });
    const parent = await way.to(names.slice(0, -1));
    if (parent === null || parent === "locked") return parent;
    return lookUp(parent, name).catch((error: unknown) => {
      if (hasCode(error, "EACCES", "EPERM")) return "locked" as const;
      throw error;
    });
  }

  /** Counts what is in a directory, with all below or else without other directories: those that were not listed at their names are given. */
  private async list(
    directory: HeldDirectory,
    key: string,
    recursive: boolean,
  ): Promise<{ readonly names: readonly Name[]; readonly stats: BigIntStats }[]> {
    const above = this.directories.get(key)?.names ?? [];
    const way = [key];
    const unknown = [];
    for await (const { names, stats } of walk(directory, { ...this.options, recursive })) {
      const found = { names: [...above, ...names], stats };
      if (!stats.isDirectory())
        this.add(way[names.length - 1] ?? key, stats, names.some(this.options.isInProgress));
      else if (recursive) way[names.length] = this.enlist(found.names, stats);
      else if (!this.isListed(found.names, stats)) unknown.push(found);
      if (this.isEnough) break;
    }
    return unknown;
  }

  private isListed(names: readonly Name[], stats: BigIntStats): boolean {
    const listed = this.directories.get(keyOf(stats));
    return listed !== undefined && isSamePath(listed.names, names);
  }

  /** Begins to count a directory, from nothing where it was counted already. */
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
    // A folder for work in progress is the server's own; what is in it counts.
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
