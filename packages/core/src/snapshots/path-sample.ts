import type { PathSample } from "../ports/volume-snapshots.ts";
import { MOST_PATHS } from "./limits.ts";

/** Counts paths, and lists the first of them. */
export class PathCollector implements PathSample {
  count = 0;
  readonly paths: string[] = [];

  add(path: string): void {
    if (this.count++ < MOST_PATHS) this.paths.push(path);
  }

  /** Adds the paths of another. */
  join({ count, paths }: PathSample): void {
    this.count += count;
    this.paths.push(...paths.slice(0, MOST_PATHS - this.paths.length));
  }

  get sample(): PathSample {
    return { count: this.count, paths: this.paths };
  }
}
