import { parentPath, pathSegments } from "@workspace-agent/core/ports";
import { makeDirectories, type Making, type VolumeRoot } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";

interface Shared {
  readonly path: string;
  readonly opening: Promise<HeldDirectory>;
  users: number;
}

/** The directories of staged files. Keeps the last one open, since archives list files directory by directory. */
export class Parents {
  private last: Shared | null = null;

  /** The paths of all directories and their parents. */
  private readonly paths = new Set<string>([""]);

  constructor(
    private readonly area: VolumeRoot,
    private readonly making: Making,
  ) {}

  /** The paths of all directories in the area, as segments. */
  get all(): readonly (readonly string[])[] {
    return [...this.paths].filter((path) => path !== "").map(pathSegments);
  }

  /** Makes a directory with its parents. */
  async make(path: string): Promise<HeldDirectory> {
    for (let above = path; !this.paths.has(above); above = parentPath(above)) this.paths.add(above);
    return (await makeDirectories(this.area, pathSegments(path), this.making)).directory;
  }

  /** Runs `work` in the directory at a path, which is made with its parents. Reopens the directory after a failure. */
  async in<T>(path: string, work: (directory: HeldDirectory) => Promise<T>): Promise<T> {
    const shared = await this.share(path);
    try {
      return await work(await shared.opening);
    } catch (error) {
      if (this.last === shared) this.last = null;
      throw error;
    } finally {
      shared.users--;
      await this.closeUnused(shared);
    }
  }

  private async share(path: string): Promise<Shared> {
    const { last } = this;
    if (last?.path === path) {
      last.users++;
      return last;
    }
    const shared = { path, opening: this.make(path), users: 1 };
    // `in` awaits it and reports a failure.
    shared.opening.catch(() => {});
    this.last = shared;
    if (last !== null) await this.closeUnused(last);
    return shared;
  }

  private async closeUnused(shared: Shared): Promise<void> {
    if (shared.users > 0 || shared === this.last) return;
    const directory = await shared.opening.catch(() => null);
    await directory?.[Symbol.asyncDispose]();
  }

  async close(): Promise<void> {
    const { last } = this;
    this.last = null;
    if (last !== null) await this.closeUnused(last);
  }
}
