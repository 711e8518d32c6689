import type { Clock, DiskSpace, Logger } from "@workspace-agent/core";
import { AreaUse } from "./area-use.ts";
import type { DiskArea } from "./disk-area.ts";
import { isNearlyFull } from "./host-space.ts";

/** Between two looks at the file system while commands run. */
const LOOK_MS = 250;

/** A command that may write to an area. */
export interface Writer {
  /** Kills it, for a reason that whoever reads its output is told. */
  end(reason: string): Promise<void>;
}

/**
 * Watches an area while commands run that may write there, of one workspace or of several. Its file system is asked a few times a second, which costs little;
 * what the area holds is measured where that has filled by what the area has left, and now and then. Where it holds too much, the commands are ended.
 */
export class WatchedArea {
  private readonly use: AreaUse;
  private readonly writers = new Set<Writer>();
  private rest = new AbortController();

  constructor(
    private readonly area: DiskArea,
    private readonly clock: Clock,
    spaceOf: (path: string) => Promise<DiskSpace>,
    private readonly logger: Logger,
  ) {
    this.use = new AreaUse(area, clock, spaceOf);
  }

  get isFull(): boolean {
    return this.use.isFull;
  }

  describe(): string {
    return this.use.describe();
  }

  begin(writer: Writer): void {
    this.writers.add(writer);
    if (this.writers.size > 1) return;
    this.use.beginUse();
    this.rest = new AbortController();
    void this.watch(this.rest.signal);
  }

  end(writer: Writer): void {
    if (!this.writers.delete(writer) || this.writers.size > 0) return;
    this.use.endUse();
    this.rest.abort();
  }

  /** Has what was removed or came since the last look count. Where one that is full may have room again, it waits until that may be measured. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.orWarn(async () => {
      await this.use.space();
      const { refreshInMs } = this.use;
      if (refreshInMs === null) return;
      if (refreshInMs > 0) await this.clock.sleep(refreshInMs, signal);
      if (!signal.aborted) await this.use.refresh();
    });
  }

  private async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.orWarn(() => this.look());
      await this.clock.sleep(LOOK_MS, signal);
    }
  }

  /** It goes on looking while the area is measured. */
  private async look(): Promise<void> {
    if (isNearlyFull(await this.use.space())) await this.endAll("the disk of the host has no room left");
    if (this.use.hasOutgrownUnmeasured)
      await this.endAll(`more was written than ${this.area.name} may hold while it was being measured`);
    if (this.use.isTooFull) await this.endAll(this.use.describe());
    if (!this.use.isDue) return;
    void this.orWarn(async () => {
      await this.use.measure();
      if (this.use.isTooFull) await this.endAll(this.use.describe());
    });
  }

  private async orWarn(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // What commands share is made with the first of them.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      this.logger.warn({ error }, "the use of a workspace's disk is not known");
    }
  }

  private async endAll(reason: string): Promise<void> {
    await Promise.all([...this.writers].map((writer) => writer.end(reason)));
  }
}
