import type { FileSide } from "../ports/volume-baselines.ts";

/** A file as a baseline remembers it. */
export interface RememberedFile extends FileSide {
  /** Inode and times, or a version: equal ones are the same content where there is no id. */
  readonly stamp: string;
}

export interface RememberedFiles<File extends RememberedFile = RememberedFile> {
  readonly files: ReadonlyMap<string, File>;
  /** What was there and left out: files, and directories with all in them. */
  readonly hidden: ReadonlySet<string>;
}

/** A path and the directories that it is in, the nearest first. The root is not among them. */
export function* selfAndParents(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) yield path.slice(0, end);
}

/** What a look at the files takes in, seen from a baseline: what was compared once is compared for good. */
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
