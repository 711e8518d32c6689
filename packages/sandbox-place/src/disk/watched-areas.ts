import { systemClock, type Clock, type Logger } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { DiskArea } from "./disk-area.ts";
import { hostSpace } from "./host-space.ts";
import { WatchedArea } from "./watched-area.ts";

export interface WatchedAreasOptions {
  readonly clock?: Clock;
  /** What a file system has. Default: what it says itself. */
  readonly spaceOf?: (path: string) => Promise<DiskSpace>;
}

const keyOf = ({ name, path, quota }: DiskArea) => JSON.stringify([name, path, quota.bytes, quota.inodes]);

/** What the places of one provider watch. What several workspaces share is watched, and measured, once. */
export class WatchedAreas {
  private readonly held = new Map<string, { readonly watched: WatchedArea; holders: number }>();

  constructor(
    private readonly logger: Logger,
    private readonly options: WatchedAreasOptions = {},
  ) {}

  /** To be given back with `release`: until then it is known what the area held last. */
  acquire(area: DiskArea): WatchedArea {
    const { clock = systemClock, spaceOf = hostSpace } = this.options;
    const key = keyOf(area);
    const held = this.held.get(key) ?? {
      watched: new WatchedArea(area, clock, spaceOf, this.logger),
      holders: 0,
    };
    held.holders++;
    this.held.set(key, held);
    return held.watched;
  }

  release(area: DiskArea): void {
    const key = keyOf(area);
    const held = this.held.get(key);
    if (held !== undefined && --held.holders === 0) this.held.delete(key);
  }

  get clock(): Clock {
    return this.options.clock ?? systemClock;
  }
}
