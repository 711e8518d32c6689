import type { Clock, Logger } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import type { VolumeRoot } from "./directories/descend.ts";
import type { DirectoryAccess, HeldDirectory } from "./directories/held-directory.ts";
import type { Name } from "./directories/names.ts";
import { isInUse } from "./entries/kept-names.ts";
import { measureFolder } from "./quota/measure.ts";
import { UsageMeter } from "./quota/usage-meter.ts";
import { sweepStale } from "./removing/sweep.ts";
import { SerialQueue } from "./serial-queue.ts";

/** What all handles of the same folder share. */
export class VolumeStates {
  private readonly queues = new Map<string, SerialQueue>();
  private readonly meters = new Map<string, UsageMeter>();
  private readonly baselines = new Map<string, Set<string>>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
    /** Ends measurements. */
    private readonly signal: AbortSignal,
  ) {}

  changes({ base }: VolumeRoot): SerialQueue {
    const queue = this.queues.get(base) ?? new SerialQueue();
    this.queues.set(base, queue);
    return queue;
  }

  /** Of all that is at the base: what begins at a folder of it shares its quota. */
  meter({ access, base }: VolumeRoot): UsageMeter {
    const known = this.meters.get(base);
    if (known !== undefined) return known;
    const meter: UsageMeter = new UsageMeter(
      (most) => this.measure(access, base, most, () => meter.held),
      this.clock,
      this.onFailure,
    );
    this.meters.set(base, meter);
    return meter;
  }

  /** The baselines of a volume that are known to be there. */
  knownBaselines(base: string): Set<string> {
    const known = this.baselines.get(base) ?? new Set();
    this.baselines.set(base, known);
    return known;
  }

  /** Forgets a volume that was removed. */
  forget(base: string): void {
    this.queues.delete(base);
    this.meters.delete(base);
    this.baselines.delete(base);
  }

  private measure(
    access: DirectoryAccess,
    base: string,
    most: VolumeUse,
    reserved: () => VolumeUse,
  ): Promise<VolumeUse> {
    const { signal } = this;
    const onKeptName = async (parent: HeldDirectory, name: string) => {
      await sweepStale(parent, name, { now: this.clock.now() });
      // Until it goes, it takes room.
      return true;
    };
    // What this process is about holds its room back itself. Commands can find it, and write more into it.
    const isInProgress = (name: Name) => typeof name === "string" && isInUse(name);
    return measureFolder(access, base, { onKeptName, isInProgress, reserved, signal, most });
  }

  private readonly onFailure = (error: unknown): void => {
    this.logger.warn({ error }, "a volume could not be measured");
  };
}
