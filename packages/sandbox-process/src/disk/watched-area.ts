import type { Clock, Logger } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { hasCode } from "../error-code.ts";
import { AreaUse } from "./area-use.ts";
import type { DiskArea } from "./disk-area.ts";
import { isNearlyFull } from "./host-space.ts";
import type { Presence } from "./works-in.ts";

/** The interval at which the file system is checked while commands run. */
const LOOK_MS = 250;

/** How many checks wait for a sign of which workspace fills a shared area. */
const MOST_LOOKS = 4;
/** Where an area is too full again sooner than this, the wrong commands were ended. */
const SOON_MS = 300_000;
/** How often commands are ended that were not seen to write before their workspaces may write no more. */
const MOST_UNSEEN = 2;
/** The part of the host's reserve below which all commands that can write are ended. */
const CRITICAL_SHARE = 0.5;

export const HOST_FULL = "the disk of the host has no space left";

/** The commands of a workspace. */
export interface Writers {
  /** What they do in an area, as far as this host shows it. */
  presenceIn(area: DiskArea): Promise<Presence>;
  /** Called when they have filled an area: until it has space, they may not write. */
  haveFilled(area: WatchedArea): void;
}

/** A command that may write to an area. */
export interface Writer {
  readonly of: Writers;
  /** It can write to no file, only remove files. */
  readonly isRestricted: boolean;
  /** Kills it. The reason goes to its output. */
  end(reason: string): Promise<void>;
}

/**
 * Watches an area while commands of one or several workspaces may write to it. It asks the file system a few times a second, which is cheap, and
 * measures the area now and then, and when the file system has filled by what the area has left. Where the area holds too much, it ends the
 * commands of the workspaces that fill it.
 */
export class WatchedArea {
  private readonly use: AreaUse;
  /** With what the area held when they started, where known. */
  private readonly writers = new Map<Writer, VolumeUse | null>();
  /** How often it was too full and no workspace was seen to write there. */
  private looks = 0;
  /** How often commands were ended that were not seen to write, since it last had space. */
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

  /** A command that can only remove files has ended: a full area may have space again. */
  noteRemoval(): void {
    this.use.noteRemoval();
  }

  /** Updates what is known about the area. Where a full one may have space again, waits until it may be measured. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.orWarn(async () => {
      await this.use.space();
      const { refreshInMs } = this.use;
      if (refreshInMs === null) return;
      if (refreshInMs > 0) await this.clock.sleep(refreshInMs, signal);
      if (!signal.aborted) await this.use.refresh();
    });
  }

  /** The first look is at what the command's own `refresh` has read. */
  private async watch(signal: AbortSignal): Promise<void> {
    let known = this.use.lastSpace;
    while (!signal.aborted) {
      await this.orWarn(async () => this.look(known ?? (await this.use.space())));
      known = null;
      await this.clock.sleep(LOOK_MS, signal);
    }
  }

  /** Does not wait for the measurement that it starts. */
  private async look(space: DiskSpace): Promise<void> {
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

  /** Where the host's disk has no space left, ends the commands that filled it, and at the critical level all that can write. */
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

  /** The commands that may have filled it. A restricted one can still make empty files, and is a suspect where no other runs. */
  private suspects(): readonly Writer[] {
    const all = [...this.writers.keys()];
    const writing = all.filter(({ isRestricted }) => !isRestricted);
    const isOfAll = this.area.isShared !== true || this.use.hasTooManyInodes || writing.length === 0;
    return isOfAll ? all : writing;
  }

  /**
   * The workspaces whose commands are ended, and those of them that may not write any more: the ones that are seen to write here. Where none is for
   * a while, those with a working directory here are ended, else all; and all where the area is too full again soon.
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
    // A workspace that is not seen to write may be innocent, but the area must stop growing.
    const barred = ++this.unseen > MOST_UNSEEN ? all : writing;
    return { ended: isAgain || standing.size === 0 ? all : standing, barred };
  }

  private async orWarn(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The first command makes the folders that commands share.
      if (hasCode(error, "ENOENT")) return;
      this.logger.warn({ error }, "the disk use of a workspace is unknown");
    }
  }

  /** Ends some of the commands. `before`: what the area held when the command started. */
  private async end(
    reason: string,
    isEnded: (writer: Writer, before: VolumeUse | null) => boolean,
  ): Promise<void> {
    const ended = [...this.writers].filter(([writer, before]) => isEnded(writer, before));
    await Promise.all(ended.map(([writer]) => writer.end(reason)));
  }
}
