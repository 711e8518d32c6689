import { shownName, shownPath, type ByteName } from "./byte-name.ts";
import { coverageIn, type Coverage } from "./coverage.ts";
import { PathCollector } from "./path-sample.ts";
import {
  contentId,
  directoryAt,
  type Content,
  type TreeDirectory,
  type TreeEntry,
  type TreeFile,
  type TreeLink,
} from "./tree.ts";

/** One change of a restore. What is in the way of it goes. Each can be repeated. */
export type RestoreAction = {
  /** The names below the volume's root. */
  readonly names: readonly ByteName[];
} & (
  | { readonly type: "remove" }
  /** Only where it is empty. */
  | { readonly type: "remove-directory" }
  /** Makes a directory, or gives its owner all rights to it. */
  | { readonly type: "directory" }
  | { readonly type: "file"; readonly mode: number; readonly size: number; readonly content: Content }
  | { readonly type: "link"; readonly target: ByteName }
  | { readonly type: "mode"; readonly mode: number }
);

export interface RestorePlan {
  /** One after another; the actions of a phase in their order, or, for the phase of files, in any. */
  readonly phases: {
    readonly unlocked: readonly RestoreAction[];
    readonly removals: readonly RestoreAction[];
    readonly emptied: readonly RestoreAction[];
    readonly directories: readonly RestoreAction[];
    readonly files: readonly RestoreAction[];
    readonly modes: readonly RestoreAction[];
  };
  readonly restored: PathCollector;
  readonly removed: PathCollector;
  readonly unchanged: number;
}

export interface PlanOptions {
  /** What the volume has now, without what a take would leave out. */
  readonly current: TreeDirectory;
  /** Whether something in one of its directories was left out. */
  readonly hasLeftOut: (directory: TreeDirectory) => boolean;
  readonly target: TreeDirectory;
  /** What the snapshot's `.gitignore` files leave out stays. */
  readonly coverage: Coverage;
  /** The text of a `.gitignore` of the snapshot; null where it is none. */
  readonly textOf: (file: TreeFile) => Promise<string | null>;
}

/** Its owner may do everything with a directory. */
const ALL_RIGHTS = 0o700;

/** Decides what a restore changes. Paths are listed in the order of their names. */
export function planRestore(options: PlanOptions): Promise<RestorePlan> {
  return new Planner(options).plan();
}

class Planner {
  private readonly options: PlanOptions;
  private readonly phases: Record<keyof RestorePlan["phases"], RestoreAction[]> = {
    unlocked: [],
    removals: [],
    emptied: [],
    directories: [],
    files: [],
    modes: [],
  };
  private readonly restored = new PathCollector();
  private readonly removed = new PathCollector();
  private unchanged = 0;

  constructor(options: PlanOptions) {
    this.options = options;
  }

  async plan(): Promise<RestorePlan> {
    const { current, target, coverage } = this.options;
    await this.directory([], "", current, target, coverage);
    const { phases, restored, removed, unchanged } = this;
    // The deepest first.
    phases.modes.reverse();
    return { phases, restored, removed, unchanged };
  }

  /** Returns whether something in the current directory stays that the target does not have. */
  private async directory(
    names: readonly ByteName[],
    path: string,
    current: TreeDirectory | undefined,
    target: TreeDirectory | undefined,
    above: Coverage,
  ): Promise<boolean> {
    const coverage = await coverageIn(path, target?.entries, above, this.options.textOf);
    let stays = current !== undefined && this.options.hasLeftOut(current);
    const all = new Set([...(current?.entries.keys() ?? []), ...(target?.entries.keys() ?? [])]);
    for (const name of [...all].sort()) {
      const at = { names: [...names, name], path: shownPath(path, name) };
      const [now, then] = [current?.entries.get(name), target?.entries.get(name)];
      if (then?.type === "dir") await this.restoreDirectory(at, now, then, coverage);
      else if (then?.type === "symlink") this.restoreLink(at, now, then);
      else if (then !== undefined) this.restoreFile(at, now, then);
      else if (now !== undefined && (await this.remove(at, now, coverage))) stays = true;
    }
    return stays;
  }

  private async restoreDirectory(
    at: At,
    now: TreeEntry | undefined,
    then: TreeDirectory,
    above: Coverage,
  ): Promise<void> {
    const current = now?.type === "dir" ? now : undefined;
    const isLocked = current !== undefined && this.unlock(at, current);
    if (current === undefined) this.phases.directories.push({ type: "directory", names: at.names });
    if (current?.mode !== then.mode) this.restored.add(at.path);
    if (current?.mode !== then.mode || isLocked)
      this.phases.modes.push({ type: "mode", names: at.names, mode: then.mode });
    await this.directory(at.names, at.path, current, then, above.below(at.path, nameOf(at)));
  }

  /** Plans to unlock a directory that its owner may not change. Returns whether that is so. */
  private unlock({ names }: At, { mode }: TreeDirectory): boolean {
    const isLocked = (mode & ALL_RIGHTS) !== ALL_RIGHTS;
    if (isLocked) this.phases.unlocked.push({ type: "directory", names });
    return isLocked;
  }

  private restoreLink(at: At, now: TreeEntry | undefined, then: TreeLink): void {
    if (now?.type === "symlink" && now.target === then.target) {
      this.unchanged++;
      return;
    }
    this.replace(at, now);
    this.phases.files.push({ type: "link", names: at.names, target: then.target });
  }

  private restoreFile(at: At, now: TreeEntry | undefined, then: TreeFile): void {
    const isSame = now?.type === "file" && isSameContent(now, then);
    if (isSame && now.mode === then.mode) {
      this.unchanged++;
      return;
    }
    this.replace(at, now);
    const { mode, size, content } = then;
    if (isSame) this.phases.files.push({ type: "mode", names: at.names, mode });
    else if (content !== null) this.phases.files.push({ type: "file", names: at.names, mode, size, content });
  }

  /** A file or link is restored. A directory in its way goes with all that it has, ignored files too. */
  private replace({ path }: At, now: TreeEntry | undefined): void {
    this.restored.add(path);
    if (now?.type === "dir") this.listRemoved(path, now);
  }

  /** The directory first, so that a list which is cut off has it. */
  private listRemoved(path: string, entry: TreeEntry): void {
    this.removed.add(path);
    const below = entry.type === "dir" ? [...entry.entries].sort(byName) : [];
    for (const [name, each] of below) this.listRemoved(shownPath(path, name), each);
  }

  /** Returns whether it, or something in it, stays. */
  private async remove(at: At, now: TreeEntry, above: Coverage): Promise<boolean> {
    if (above.leavesOut(at.path, nameOf(at), now.type === "dir")) return true;
    if (now.type !== "dir") {
      this.removed.add(at.path);
      this.phases.removals.push({ type: "remove", names: at.names });
      return false;
    }
    const below = above.below(at.path, nameOf(at));
    const isLocked = this.unlock(at, now);
    if (await this.directory(at.names, at.path, now, undefined, below)) {
      if (isLocked) this.phases.modes.push({ type: "mode", names: at.names, mode: now.mode });
      return true;
    }
    this.removed.add(at.path);
    this.phases.emptied.push({ type: "remove-directory", names: at.names });
    return false;
  }
}

interface At {
  readonly names: readonly ByteName[];
  readonly path: string;
}

const byName = ([a]: readonly [ByteName, TreeEntry], [b]: readonly [ByteName, TreeEntry]) => (a < b ? -1 : 1);

const nameOf = ({ names }: At) => shownName(names.at(-1) ?? "");

function isSameContent(now: TreeFile, then: TreeFile): boolean {
  const id = contentId(then.content);
  return id !== null && now.size === then.size && contentId(now.content) === id;
}

/** Every name that either tree has, where both are to be covered. */
export function covers(trees: readonly (TreeDirectory | undefined)[], name: ByteName): boolean {
  return trees.some((tree) => tree?.entries.has(name) === true);
}

/** The directories of a name in several trees. */
export function directoriesAt(
  trees: readonly (TreeDirectory | undefined)[],
  name: ByteName,
): readonly (TreeDirectory | undefined)[] {
  return trees.map((tree) => directoryAt(tree, name));
}
