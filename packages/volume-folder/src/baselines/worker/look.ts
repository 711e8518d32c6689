import { closeSync, fstatSync, type Dirent, type Stats } from "node:fs";
import {
  IGNORE_FILE,
  IgnoreRules,
  KnownPaths,
  MAX_BASELINE_FILES,
  textOf,
} from "@workspace-agent/core/changes";
import { hasCode } from "../../has-code.ts";
import { isTemporaryName } from "../../entries/temporary-name.ts";
import type { VolumeLocation } from "../../directories/open-directory.ts";
import { ContentReader, type Content } from "./content-reader.ts";
import type { BaselineIndex, IndexedFile } from "./index-file.ts";
import { openVolume, type OpenDirectory } from "../../directories/open-directory.ts";

/** Deeper directories are left out, since each level stays open. */
const MOST_LEVELS = 128;
const OWNER_MAY_RUN = 0o100;
/** Changes within this time may have equal timestamps on the coarsest file systems. */
const COARSE_MS = 3_000;

const GONE = ["ENOENT", "ELOOP", "EMLINK", "ENOTDIR", "ENXIO", "EINVAL"];
const REFUSED = ["EACCES", "EPERM"];

export interface LookOptions {
  /** The baseline to compare with. Its files are read even where they are ignored now. */
  readonly baseline: BaselineIndex | null;
  /** A baseline whose unchanged files are not read again. */
  readonly reused: BaselineIndex | null;
  /** Stores a content; null where it is not stored. */
  readonly keep?: (bytes: Uint8Array) => IndexedFile["stored"];
}

export interface Looked {
  readonly files: Map<string, IndexedFile>;
  readonly hidden: Set<string>;
  readonly isTooMany: boolean;
}

/** Null where the entry is gone, or has another type now. */
function orGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (hasCode(error, ...GONE)) return null;
    throw error;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a name; null where it is not UTF-8. */
function decodeName(latin1: string): string | null {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  try {
    return decoder.decode(Buffer.from(latin1, "latin1"));
  } catch {
    return null;
  }
}

const stampOf = ({ ino, mtimeMs, ctimeMs }: Stats) => `${ino}.${mtimeMs}.${ctimeMs}`;

/** Reads all files of a volume once. Does not follow links. */
export class Look {
  private readonly looked = { files: new Map<string, IndexedFile>(), hidden: new Set<string>() };
  private readonly options: LookOptions;
  private readonly known: KnownPaths;
  private readonly reader = new ContentReader();
  /** The timestamps of files that were changed before this are reliable. */
  private readonly reliableBefore: number;

  constructor(options: LookOptions) {
    this.options = options;
    this.known = new KnownPaths(options.baseline);
    this.reliableBefore = (options.reused?.begun ?? 0) - COARSE_MS;
  }

  at(volume: VolumeLocation): Looked {
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
      if (name === null || isTemporaryName(name)) continue;
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
      if (!hasCode(error, ...REFUSED)) throw error;
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

  /** The known entry of an unchanged file; null where it may have changed. */
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
        const stored = text === null ? null : (this.options.keep?.(text) ?? null);
        return this.facts(stats, size, id, stored);
      });
    } catch (error) {
      if (!hasCode(error, ...REFUSED)) throw error;
      return this.facts(directory.lstat(name));
    }
  }

  /** Null where it is not a regular file. */
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
    stored: IndexedFile["stored"] = null,
  ): IndexedFile {
    return {
      type: "file",
      executable: (stats.mode & OWNER_MAY_RUN) !== 0,
      size,
      id,
      stamp: stampOf(stats),
      ctimeMs: stats.ctimeMs,
      stored,
    };
  }
}
