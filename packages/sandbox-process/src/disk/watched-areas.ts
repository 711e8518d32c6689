import { systemClock, type Clock, type Logger } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { DiskArea } from "./disk-area.ts";
import { hostSpace } from "./host-space.ts";
import { WatchedArea } from "./watched-area.ts";

interface WatchedAreasOptions {
  readonly clock?: Clock;
  /** Reads the free space of a file system. Default: `statfs`. */
  readonly spaceOf?: (path: string) => Promise<DiskSpace>;
}

const keyOf = ({ name, path, quota }: DiskArea) => JSON.stringify([name, path, quota.bytes, quota.inodes]);

/** The disk areas of one provider. An area that several workspaces share is watched and measured once. */
export class WatchedAreas {
  private readonly areas = new Map<string, { readonly watched: WatchedArea; users: number }>();

  readonly clock: Clock;

  constructor(
    private readonly logger: Logger,
    private readonly options: WatchedAreasOptions = {},
  ) {
    this.clock = options.clock ?? systemClock;
  }

  /** Until `release`, the last measurement of the area is stored. */
  acquire(area: DiskArea): WatchedArea {
    const key = keyOf(area);
    const { watched, users } = this.areas.get(key) ?? {
      watched: new WatchedArea(area, this.clock, this.options.spaceOf ?? hostSpace, this.logger),
      users: 0,
    };
    this.areas.set(key, { watched, users: users + 1 });
    return watched;
  }

  release(area: DiskArea): void {
    const found = this.areas.get(keyOf(area));
    if (found !== undefined && --found.users === 0) this.areas.delete(keyOf(area));
  }
}
