import type { Clock, Logger } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import type { VolumeRoot } from "./directories/descend.ts";
import type { DirectoryAccess, HeldDirectory } from "./directories/held-directory.ts";
import type { Name } from "./directories/names.ts";
import { isInUse } from "./entries/temporary-names.ts";
import { measureFolder } from "./quota/measure.ts";
import { UsageMeter } from "./quota/usage-meter.ts";
import { sweepStale } from "./removing/sweep.ts";
import { SerialQueue } from "./serial-queue.ts";

interface VolumeState {
  readonly changes: SerialQueue;
  /** Snapshots of a volume are taken and restored one after another. */
  readonly snapshots: SerialQueue;
  /** Of everything below the base. Volumes that begin at a folder below it share its quota. */
  readonly meter: UsageMeter;
}

/** State that all handles of a volume share, by the volume's folder. */
export class VolumeStates {
  private readonly states = new Map<string, VolumeState>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** Aborts measurements. */
    private readonly signal: AbortSignal,
  ) {}

  of({ access, base }: VolumeRoot): VolumeState {
    const known = this.states.get(base);
    if (known !== undefined) return known;
    const meter: UsageMeter = new UsageMeter(
      (most) => this.measure(access, base, most, () => meter.held),
      this.clock,
      this.onFailure,
    );
    const state = { changes: new SerialQueue(), snapshots: new SerialQueue(), meter };
    this.states.set(base, state);
    return state;
  }

  /** Forgets a volume that was removed. */
  forget(base: string): void {
    this.states.delete(base);
  }

  private measure(
    access: DirectoryAccess,
    base: string,
    most: VolumeUse,
    reserved: () => VolumeUse,
  ): Promise<VolumeUse> {
    const { signal } = this;
    const onTemporaryName = async (parent: HeldDirectory, name: string) => {
      await sweepStale(parent, name, { now: this.clock.now() });
      // Until it is removed, it uses space.
      return true;
    };
    // The meter already reserves what this process writes. Commands can find these files and write more into them.
    const isInProgress = (name: Name) => typeof name === "string" && isInUse(name);
    return measureFolder(access, base, { onTemporaryName, isInProgress, reserved, signal, most });
  }

  private readonly onFailure = (error: unknown): void => {
    this.logger.warn({ error }, "a volume could not be measured");
  };
}
