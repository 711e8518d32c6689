import type { Clock, Logger } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { AreaUse } from "./area-use.ts";
import type { DiskArea } from "./disk-area.ts";
import { isNearlyFull } from "./host-space.ts";
import type { Presence } from "./works-in.ts";

/** Between two looks at the file system while commands run. */
const LOOK_MS = 250;

/** How many looks are waited for a sign of who fills what is shared. */
const MOST_LOOKS = 4;
/** Where it is too full again after less than this, the wrong ones were ended. */
const SOON_MS = 300_000;
/** How often commands are ended that nobody saw writing before their workspaces may write no more. */
const MOST_UNSEEN = 2;
/** Of what is kept free on the host's disk: below it nothing may be written, whoever has filled it. */
const CRITICAL_SHARE = 0.5;

export const HOST_FULL = "the disk of the host has no room left";

/** The commands of a workspace. */
export interface Writers {
  /** What they are seen to do in an area, as far as can be told. */
  presenceIn(area: DiskArea): Promise<Presence>;
  /** They have made an area too full: until it has room, they may not write. */
  haveFilled(area: WatchedArea): void;
}

/** A command that may write to an area. */
export interface Writer {
  readonly of: Writers;
  /** It can write to no file: it is there to remove some. */
  readonly isRestricted: boolean;
  /** Kills it, for a reason that whoever reads its output is told. */
  end(reason: string): Promise<void>;
}

/**
 * Watches an area while commands run that may write there, of one workspace or of several. Its file system is asked a few times a second, which costs little;
 * what the area holds is measured where that has filled by what the area has left, and now and then. Where it holds too much, the commands of the workspaces
 * that fill it are ended.
 */
export class WatchedArea {
  private readonly use: AreaUse;
  /** With what it held when they began, where that was known. */
  private readonly writers = new Map<Writer, VolumeUse | null>();
  /** How often it was too full and nobody was seen to write there. */
  private looks = 0;
  /** How often commands were ended that were not seen to write, since it had room. */
  private unseen = 0;
  /** When commands were last ended. */
  private endedAt: number | null = null;
  private isEnding = false;
  private rest = new AbortController();

  constructor(
    readonly area: DiskArea,
    private readonly clock: Clock,
    spaceOf: (path: string) => Promise<DiskSpace>,
    private readonly logger: Logger,
  ) {
    this.use = new AreaUse(area, clock, spaceOf);
  }

  get isFull(): boolean {
    return this.use.isFull;
  }

  get isHostFull(): boolean {
    return this.use.isHostFull;
  }

  describe(): string {
    return this.use.describe();
  }

  begin(writer: Writer): void {
    this.writers.set(writer, this.use.known);
    if (this.writers.size > 1) return;
    this.use.beginUse();
    this.rest = new AbortController();
    void this.watch(this.rest.signal);
  }

  leave(writer: Writer): void {
    if (!this.writers.delete(writer) || this.writers.size > 0) return;
    this.use.endUse();
    this.rest.abort();
  }

  /** A command that can only remove files has ended: what is full may have room again. */
  noteRemoval(): void {
    this.use.noteRemoval();
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
    const space = await this.use.space();
    if (this.use.isHostFull) await this.relieveHost(isNearlyFull(space, CRITICAL_SHARE));
    if (this.use.hasOutgrownUnmeasured)
      await this.end(
        `more was written than ${this.area.name} may hold while it was being measured`,
        ({ isRestricted }) => !isRestricted,
      );
    await this.endFilling();
    if (!this.use.isDue) return;
    void this.orWarn(async () => {
      await this.use.measure();
      await this.endFilling();
    });
  }

  /** Where the host's disk has no room left, commands that have filled it are ended, and before it is full all that can write. */
  private async relieveHost(isCritical: boolean): Promise<void> {
    const hasGrown = (before: VolumeUse | null) =>
      this.area.isShared !== true && before !== null && this.use.hasGrownSince(before);
    await this.end(
      HOST_FULL,
      ({ isRestricted }, before) => !isRestricted && (isCritical || hasGrown(before)),
    );
  }

  private async endFilling(): Promise<void> {
    if (!this.use.isFull) this.unseen = 0;
    if (!this.use.isTooFull) {
      this.looks = 0;
      return;
    }
    if (this.isEnding) return;
    this.isEnding = true;
    try {
      const suspects = this.suspects();
      const all = new Set(suspects.map(({ of }) => of));
      const { ended, barred } = all.size > 1 ? await this.fillingOf(all) : { ended: all, barred: all };
      if (ended.size === 0) return;
      const reason = this.use.describe();
      for (const writers of barred) writers.haveFilled(this);
      const isEnded = new Set(suspects.filter(({ of }) => ended.has(of)));
      await this.end(reason, (writer) => isEnded.has(writer));
      this.looks = 0;
      this.endedAt = this.clock.monotonic();
      if ([...this.writers.keys()].some((writer) => !isEnded.has(writer))) this.use.accept();
    } finally {
      this.isEnding = false;
    }
  }

  /** The commands that may have filled it. One that can write to no file still makes empty ones, and is one where no other runs. */
  private suspects(): readonly Writer[] {
    const all = [...this.writers.keys()];
    const writing = all.filter(({ isRestricted }) => !isRestricted);
    const isOfAll = this.area.isShared !== true || this.use.hasTooManyInodes || writing.length === 0;
    return isOfAll ? all : writing;
  }

  /**
   * The workspaces whose commands are ended, and those of them that may not write any more: who is seen to write here. Where none is for a while, those are
   * ended that stand here, else all; and all where it becomes too full again soon, since others than the ones that were seen fill it.
   */
  private async fillingOf(
    all: ReadonlySet<Writers>,
  ): Promise<{ readonly ended: ReadonlySet<Writers>; readonly barred: ReadonlySet<Writers> }> {
    const [writing, standing] = [new Set<Writers>(), new Set<Writers>()];
    for (const writers of all) {
      const presence = await writers.presenceIn(this.area);
      if (presence !== null) (presence === "writing" ? writing : standing).add(writers);
    }
    const isAgain = this.endedAt !== null && this.clock.monotonic() - this.endedAt < SOON_MS;
    if (writing.size > 0) return { ended: isAgain ? all : writing, barred: writing };
    if (!isAgain && ++this.looks <= MOST_LOOKS) return { ended: writing, barred: writing };
    // Who only stands here, or is not seen, may be innocent. But it must come to an end.
    const barred = ++this.unseen > MOST_UNSEEN ? all : writing;
    return { ended: isAgain || standing.size === 0 ? all : standing, barred };
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

  /** Ends some of the commands; the second argument is what was held when one began. */
  private async end(
    reason: string,
    isEnded: (writer: Writer, before: VolumeUse | null) => boolean,
  ): Promise<void> {
    const ended = [...this.writers].filter(([writer, before]) => isEnded(writer, before));
    await Promise.all(ended.map(([writer]) => writer.end(reason)));
  }
}
