import { mkdir } from "node:fs/promises";
import type { VolumeContext } from "../context.ts";
import { openDirectory, type VolumeRoot } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { keepFromSweep, newKeptName, releaseToSweep } from "../entries/kept-names.ts";
import { notFound } from "../failures.ts";
import { removeAny } from "../removing/sweep.ts";

const PRIVATE_MODE = 0o700;
/** Far below the age at which what is left behind is swept. */
const TOUCH_MS = 60_000;

/** A directory under a kept name in the volume's own, so that what is in it can be renamed to its place. */
export class StagingArea {
  private touchedAt: number;

  private constructor(
    private readonly context: VolumeContext,
    private readonly top: HeldDirectory,
    private readonly name: string,
    readonly directory: HeldDirectory,
  ) {
    this.touchedAt = context.clock.monotonic();
  }

  static async make(context: VolumeContext): Promise<StagingArea> {
    const top = await openDirectory(context.root, []);
    if (typeof top === "string") throw notFound();
    const name = newKeptName();
    try {
      keepFromSweep(name);
      await top.at(name, (path) => mkdir(path, PRIVATE_MODE));
      const directory = await top.openDirectory(name);
      return new StagingArea(context, top, name, directory);
    } catch (error) {
      releaseToSweep(name);
      await top.close();
      throw error;
    }
  }

  /** Where paths of staged files begin. */
  get root(): VolumeRoot {
    const { access, base, prefix } = this.context.root;
    return { access, base, prefix: [...prefix, this.name] };
  }

  /** Tells the sweeps of other processes that the area is in use. */
  async touch(): Promise<void> {
    const { clock } = this.context;
    if (clock.monotonic() - this.touchedAt < TOUCH_MS) return;
    this.touchedAt = clock.monotonic();
    const seconds = clock.now() / 1_000;
    await this.directory.handle.utimes(seconds, seconds);
  }

  async remove(): Promise<void> {
    try {
      await this.directory.close();
      await removeAny(this.top, this.name);
    } finally {
      releaseToSweep(this.name);
      await this.top.close();
    }
  }
}
