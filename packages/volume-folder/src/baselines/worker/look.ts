import { closeSync, fstatSync, type Dirent, type Stats } from "node:fs";
import {
  IGNORE_FILE,
  IgnoreRules,
  KnownPaths,
  MAX_BASELINE_FILES,
  textOf,
} from "@workspace-agent/core/changes";
import { isKeptName } from "../../entries/kept-name-rule.ts";
import type { VolumePlace } from "../messages.ts";
import { ContentReader, type Content } from "./content-reader.ts";
import type { BaselineIndex, IndexedFile } from "./index-file.ts";
import { openVolume, type OpenDirectory } from "./open-directory.ts";

/** Directories deeper than this are left out: each level is held open. */
const MOST_LEVELS = 128;
const OWNER_MAY_RUN = 0o100;
/** A file may change without its times telling, for as long as the coarsest file systems round them. */
const COARSE_MS = 3_000;

const GONE = new Set(["ENOENT", "ELOOP", "EMLINK", "ENOTDIR", "ENXIO", "EINVAL"]);
const REFUSED = new Set(["EACCES", "EPERM"]);

export interface LookOptions {
  /** What is compared with: all that it has is looked at. */
  readonly baseline: BaselineIndex | null;
  /** What need not be read again where nothing has changed. */
  readonly reused: BaselineIndex | null;
  /** Keeps a content; null where it cannot. */
  readonly keep?: (bytes: Uint8Array) => IndexedFile["kept"];
}

export interface Looked {
  readonly files: Map<string, IndexedFile>;
  readonly hidden: Set<string>;
  readonly isTooMany: boolean;
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return codes.has((error as NodeJS.ErrnoException).code ?? "");
}

/** Null where what is named has gone, or is something else by now. */
function orGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (hasCode(error, GONE)) return null;
    throw error;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A name as paths have it; null where it is no UTF-8. */
function decodeName(latin1: string): string | null {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  try {
    return decoder.decode(Buffer.from(latin1, "latin1"));
  } catch {
    return null;
  }
}

const stampOf = ({ ino, mtimeMs, ctimeMs }: Stats) => `${ino}.${mtimeMs}.${ctimeMs}`;

/** One look at all files of a volume, from the root down. Links are looked at and not followed. */
export class Look {
  private readonly looked = { files: new Map<string, IndexedFile>(), hidden: new Set<string>() };
  private readonly options: LookOptions;
  private readonly known: KnownPaths;
  private readonly reader = new ContentReader();
  /** What was changed before is told by its times. */
  private readonly reliableBefore: number;

  constructor(options: LookOptions) {
    this.options = options;
    this.known = new KnownPaths(options.baseline);
    this.reliableBefore = (options.reused?.begun ?? 0) - COARSE_MS;
  }

  at(volume: VolumePlace): Looked {
    const root = openVolume(volume);
    try {
      this.lookInto(root, "", IgnoreRules.none, 0);
    } finally {
      root.close();
    }
    return { ...this.looked, isTooMany: this.isTooMany };
  }

  private get isTooMany(): boolean {
    return this.looked.files.size > MAX_BASELINE_FILES || this.looked.hidden.size > MAX_BASELINE_FILES;
  }

  private lookInto(directory: OpenDirectory, path: string, above: IgnoreRules, level: number): void {
    const found = orGone(() => directory.list()) ?? [];
    const rules = found.some(({ name }) => name === IGNORE_FILE)
      ? this.rulesOf(directory, path, above)
      : above;
    for (const entry of found) {
      if (this.isTooMany) return;
      const name = decodeName(entry.name);
      if (name === null || isKeptName(name)) continue;
      const child = path === "" ? name : `${path}/${name}`;
      if (entry.isDirectory()) this.lookBelow(directory, entry, child, rules, level);
      else if (entry.isFile() || entry.isSymbolicLink()) this.lookAtLeaf(directory, entry, child, rules);
    }
  }

  private rulesOf(directory: OpenDirectory, path: string, above: IgnoreRules): IgnoreRules {
    const toText = ({ text }: Content) => (text === null ? null : textOf(text));
    const text = orGone(() => this.readFile(directory, IGNORE_FILE, toText));
    return text === null ? above : above.with(path, text);
  }

  private lookBelow(
    directory: OpenDirectory,
    entry: Dirent,
    path: string,
    rules: IgnoreRules,
    level: number,
  ): void {
    const isIgnored = rules.ignores(path, true);
    if (level === MOST_LEVELS || (isIgnored && !this.known.hasFilesBelow(path))) {
      this.looked.hidden.add(path);
      return;
    }
    let below: OpenDirectory | null;
    try {
      below = orGone(() => directory.openDirectory(entry.name));
    } catch (error) {
      if (!hasCode(error, REFUSED)) throw error;
      this.looked.hidden.add(path);
      return;
    }
    if (below === null) return;
    try {
      this.lookInto(below, path, isIgnored ? IgnoreRules.everything : rules, level + 1);
    } finally {
      below.close();
    }
  }

  private lookAtLeaf(directory: OpenDirectory, entry: Dirent, path: string, rules: IgnoreRules): void {
    if (rules.ignores(path, false) && !this.known.hasFile(path)) {
      this.looked.hidden.add(path);
      return;
    }
    const file = this.reusedFile(directory, entry.name, path) ?? this.newFile(directory, entry);
    if (file !== null) this.looked.files.set(path, file);
  }

  /** What is known of a file that has not changed since; null where that cannot be told. */
  private reusedFile(directory: OpenDirectory, name: string, path: string): IndexedFile | null {
    const before = this.options.reused?.files.get(path);
    if (before === undefined || before.ctimeMs >= this.reliableBefore || before.id === null) return null;
    const stats = orGone(() => directory.lstat(name));
    return stats !== null && stampOf(stats) === before.stamp && stats.size === before.size ? before : null;
  }

  private newFile(directory: OpenDirectory, entry: Dirent): IndexedFile | null {
    return orGone(() =>
      entry.isSymbolicLink() ? this.link(directory, entry.name) : this.regularFile(directory, entry.name),
    );
  }

  private link(directory: OpenDirectory, name: string): IndexedFile {
    const stats = directory.lstat(name);
    const target = directory.readLink(name);
    return {
      ...this.facts(
        stats,
        target.length,
        this.reader.idOf(target),
        textOf(target) === null ? null : (this.options.keep?.(target) ?? null),
      ),
      type: "symlink",
      executable: false,
    };
  }

  private regularFile(directory: OpenDirectory, name: string): IndexedFile | null {
    try {
      return this.readFile(directory, name, ({ id, size, text }, stats) => {
        const kept = text === null ? null : (this.options.keep?.(text) ?? null);
        return this.facts(stats, size, id, kept);
      });
    } catch (error) {
      if (!hasCode(error, REFUSED)) throw error;
      return this.facts(directory.lstat(name));
    }
  }

  /** Null where it is no regular file. */
  private readFile<T>(
    directory: OpenDirectory,
    name: string,
    use: (content: Content, stats: Stats) => T,
  ): T | null {
    const fd = directory.openFile(name);
    try {
      const stats = fstatSync(fd);
      return stats.isFile() ? use(this.reader.read(fd, stats.size), stats) : null;
    } finally {
      closeSync(fd);
    }
  }

  private facts(
    stats: Stats,
    size = stats.size,
    id: string | null = null,
    kept: IndexedFile["kept"] = null,
  ): IndexedFile {
    return {
      type: "file",
      executable: (stats.mode & OWNER_MAY_RUN) !== 0,
      size,
      id,
      stamp: stampOf(stats),
      ctimeMs: stats.ctimeMs,
      kept,
    };
  }
}
