import type { Stats } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import {
  covers,
  directoriesAt,
  IGNORE_FILE,
  incomplete,
  MOST_ENTRIES,
  MOST_LEVELS,
  nameOfBytes,
  PathCollector,
  shownName,
  shownPath,
  textOf,
  type ByteName,
  type Coverage,
  type TreeDirectory,
  type TreeEntry,
  type TreeFile,
} from "@workspace-agent/core/snapshots";
import type { VolumeLocation } from "../../directories/open-directory.ts";
import { openVolume, type OpenDirectory } from "../../directories/open-directory.ts";
import { isTemporaryName } from "../../entries/temporary-name.ts";
import { hasCode } from "../../has-code.ts";
import { FileReader, stampOf, type ContentStore } from "./file-reader.ts";
import { readText } from "./read-text.ts";

/** Changes within this time may have equal timestamps on the coarsest file systems. */
const COARSE_MS = 3_000;
/** How often an entry that changes is looked at. */
const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 2;
const PERMISSION_BITS = 0o777;
/** Snapshots do not have the mode of the root. */
const ROOT_MODE = 0o755;
const GONE = ["ENOENT", "ELOOP", "EMLINK", "ENOTDIR", "ENXIO", "EINVAL"];
const REFUSED = ["EACCES", "EPERM"];

interface LookOptions {
  /** What was there at a moment before, with stamps: files that did not change since are not read. */
  readonly known: { readonly tree: TreeDirectory; readonly begun: number } | null;
  readonly coverage: Coverage;
  /** What these have is covered, even if it is ignored. */
  readonly covered: readonly TreeDirectory[];
  readonly store: ContentStore;
  /** Whether the content of a file matters. What must be complete reads all files. Default: as for a take, which must be. */
  readonly needs?: (size: number, covered: readonly (TreeEntry | undefined)[]) => boolean;
}

export interface Looked {
  readonly tree: TreeDirectory;
  readonly ignored: PathCollector;
  readonly special: PathCollector;
  /** The directories in which something was left out. */
  readonly leftOutIn: ReadonlySet<TreeDirectory>;
  /** Whether a directory could not be read. Never so for a take. */
  readonly isUnreadable: boolean;
}

interface At {
  readonly directory: OpenDirectory;
  readonly name: ByteName;
  readonly path: string;
  readonly coverage: Coverage;
  readonly known: TreeEntry | undefined;
  readonly covered: readonly (TreeDirectory | undefined)[];
  readonly level: number;
}

/** What an entry is; `changed`: it became another while it was read. */
type Seen = TreeEntry | "gone" | "changed";

/** Reads all files of a volume that a snapshot covers, once. Does not follow links. */
export class VolumeLook {
  private readonly ignored = new PathCollector();
  private readonly special = new PathCollector();
  private readonly leftOutIn = new Set<TreeDirectory>();
  private readonly reader: FileReader;
  private readonly options: LookOptions;
  /** The timestamps of files that were changed before this are reliable. */
  private readonly reliableBefore: number;
  private isUnreadable = false;
  private entries = 0;

  constructor(options: LookOptions) {
    this.options = options;
    this.reader = new FileReader(options.store);
    this.reliableBefore = (options.known?.begun ?? 0) - COARSE_MS;
  }

  async at(volume: VolumeLocation): Promise<Looked> {
    const root = openVolume(volume);
    try {
      const { known, coverage, covered } = this.options;
      const at = { path: "", coverage, covered, level: 0 };
      const tree = await this.into(root, at, known?.tree, ROOT_MODE);
      const { ignored, special, leftOutIn, isUnreadable } = this;
      return { tree, ignored, special, leftOutIn, isUnreadable };
    } finally {
      root.close();
    }
  }

  private get mustBeComplete(): boolean {
    return this.options.needs === undefined;
  }

  private async into(
    directory: OpenDirectory,
    { path, coverage: above, covered, level }: Pick<At, "path" | "coverage" | "covered" | "level">,
    known: TreeDirectory | undefined,
    mode: number,
  ): Promise<TreeDirectory> {
    const names = directory
      .list()
      .map(({ name }) => name)
      .filter((name) => !isTemporaryName(name))
      .sort();
    const text = above.hasRules && names.includes(IGNORE_FILE) ? readText(directory, IGNORE_FILE) : null;
    const coverage = text === null ? above : above.with(path, textOf(text) ?? "");
    const entries = new Map<ByteName, TreeEntry>();
    let leavesOut = false;
    let isSame = known !== undefined;
    for (const name of names) {
      const before = known?.entries.get(name);
      const at = { directory, name, path: shownPath(path, name), coverage, known: before, covered, level };
      const entry = await this.entry(at);
      if (entry === "left out") leavesOut = true;
      else if (entry !== "gone") {
        entries.set(name, entry);
        isSame &&= entry === before;
      }
    }
    const found = isSame && known?.entries.size === entries.size ? known : undefined;
    const tree: TreeDirectory =
      found?.mode === mode ? found : { type: "dir", mode, entries, node: found?.node ?? null };
    if (leavesOut) this.leftOutIn.add(tree);
    return tree;
  }

  private async entry(at: At): Promise<TreeEntry | "gone" | "left out"> {
    const { directory, name, path, coverage, covered } = at;
    if (++this.entries > MOST_ENTRIES && this.mustBeComplete)
      throw incomplete(path, `the volume has more than ${MOST_ENTRIES} entries.`);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** attempt);
      const stats = this.orGone(() => directory.lstat(name));
      if (stats === "gone") return "gone";
      const isDirectory = stats.isDirectory();
      if (!covers(covered, name) && coverage.leavesOut(path, shownName(name), isDirectory)) {
        this.ignored.add(path);
        return "left out";
      }
      if (!isDirectory && !stats.isFile() && !stats.isSymbolicLink()) {
        this.special.add(path);
        return "left out";
      }
      const seen = await this.covered(at, stats);
      if (seen !== "changed") return seen;
    }
    if (this.mustBeComplete) throw incomplete(path, "it changes all the time.");
    return unknownFile(0);
  }

  private async covered(at: At, stats: Stats): Promise<Seen> {
    try {
      if (stats.isDirectory()) return await this.directory(at, stats);
      return stats.isFile() ? await this.file(at, stats) : this.link(at);
    } catch (error) {
      if (hasCode(error, ...GONE)) return "changed";
      if (!hasCode(error, ...REFUSED)) throw error;
      if (this.mustBeComplete) throw incomplete(at.path, "it cannot be read.");
      if (!stats.isDirectory()) return unknownFile(stats.mode);
      this.isUnreadable = true;
      return { type: "dir", mode: stats.mode & PERMISSION_BITS, entries: new Map(), node: null };
    }
  }

  private async directory(at: At, stats: Stats): Promise<TreeDirectory> {
    const { directory, name, path, coverage, known, covered, level } = at;
    if (level === MOST_LEVELS) throw incomplete(path, `it is below ${MOST_LEVELS} directories.`);
    const below = directory.openDirectory(name);
    try {
      const inside = {
        path,
        coverage: coverage.below(path, shownName(name)),
        covered: directoriesAt(covered, name),
        level: level + 1,
      };
      const before = known?.type === "dir" ? known : undefined;
      return await this.into(below, inside, before, stats.mode & PERMISSION_BITS);
    } finally {
      below.close();
    }
  }

  private link({ directory, name, known }: At): TreeEntry {
    const target = nameOfBytes(directory.readLink(name));
    return known?.type === "symlink" && known.target === target ? known : { type: "symlink", target };
  }

  private async file({ directory, name, known, covered }: At, stats: Stats): Promise<TreeFile | "changed"> {
    if (known?.type === "file" && this.isUnchanged(known, stats)) return known;
    const { needs } = this.options;
    const theirs = covered.map((tree) => tree?.entries.get(name));
    if (needs !== undefined && !needs(stats.size, theirs)) return unknownFile(stats.mode, stats.size);
    const read = await this.reader.read(directory, name);
    if (read?.content == null) return "changed";
    const { size, mode, ctimeMs } = read.stats;
    return {
      type: "file",
      mode: mode & PERMISSION_BITS,
      size,
      content: read.content,
      stamp: { text: stampOf(read.stats), ctimeMs },
    };
  }

  private isUnchanged({ stamp, size, content }: TreeFile, stats: Stats): boolean {
    if (stamp === null || content === null || stamp.ctimeMs >= this.reliableBefore) return false;
    return stats.size === size && stampOf(stats) === stamp.text;
  }

  private orGone<T>(work: () => T): T | "gone" {
    try {
      return work();
    } catch (error) {
      if (hasCode(error, ...GONE)) return "gone";
      throw error;
    }
  }
}

/** A file whose content is not known. */
function unknownFile(mode: number, size = 0): TreeFile {
  return { type: "file", mode: mode & PERMISSION_BITS, size, content: null, stamp: null };
}
