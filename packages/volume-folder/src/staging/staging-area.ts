import { mkdir } from "node:fs/promises";
import type { VolumeContext } from "../context.ts";
import { existing, openDirectory, type VolumeRoot } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { protectFromSweep, newTemporaryName, allowSweep } from "../entries/temporary-names.ts";
import { removeAny } from "../removing/sweep.ts";

const PRIVATE_MODE = 0o700;
/** Far below the age at which a sweep removes leftovers. */
const TOUCH_MS = 60_000;

/** A directory with a temporary name in the volume's own, so that its entries can be renamed into the volume. */
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
    const top = existing(await openDirectory(context.root, []));
    const name = newTemporaryName();
    try {
      protectFromSweep(name);
      await top.at(name, (path) => mkdir(path, PRIVATE_MODE));
      const directory = await top.openDirectory(name);
      return new StagingArea(context, top, name, directory);
    } catch (error) {
      allowSweep(name);
      await top[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The root of the paths of staged files. */
  get root(): VolumeRoot {
    const { access, base, prefix } = this.context.root;
    return { access, base, prefix: [...prefix, this.name] };
  }

  /** Shows the sweeps of other processes that the area is in use. */
  async touch(): Promise<void> {
    const { clock } = this.context;
    if (clock.monotonic() - this.touchedAt < TOUCH_MS) return;
    this.touchedAt = clock.monotonic();
    const seconds = clock.now() / 1_000;
    await this.directory.handle.utimes(seconds, seconds);
  }

  async remove(): Promise<void> {
    await using top = this.top;
    try {
      await this.directory[Symbol.asyncDispose]();
      await removeAny(top, this.name);
    } finally {
      allowSweep(this.name);
    }
  }
}
