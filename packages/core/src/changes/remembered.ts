import type { FileSide } from "../ports/volume-baselines.ts";

/** A file in a baseline. */
export interface RememberedFile extends FileSide {
  /** Inode and times, or a version: if there is no id, equal stamps mean equal content. */
  readonly stamp: string;
}

export interface RememberedFiles<File extends RememberedFile = RememberedFile> {
  readonly files: ReadonlyMap<string, File>;
  /** What was left out: files, and directories with their contents. */
  readonly hidden: ReadonlySet<string>;
}

/** A path and its parent directories, the nearest first, without the root. */
export function* selfAndParents(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) yield path.slice(0, end);
}

/** The state of the files relative to a baseline. Results of comparisons are reused. */
export class KnownPaths {
  private readonly directories = new Set<string>();
  private readonly baseline: RememberedFiles | null;

  constructor(baseline: RememberedFiles | null) {
    this.baseline = baseline;
    for (const path of baseline?.files.keys() ?? []) this.add(path);
  }

  private add(path: string): void {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const directory = path.slice(0, end);
      if (this.directories.has(directory)) return;
      this.directories.add(directory);
    }
  }

  hasFile(path: string): boolean {
    return this.baseline?.files.has(path) ?? false;
  }

  hasFilesBelow(directory: string): boolean {
    return this.directories.has(directory);
  }
}
