import { statfs } from "node:fs/promises";
import { diskSpaceOf, hasLessThan, type DiskSpace } from "@workspace-agent/core";

export const hostSpace = async (path: string): Promise<DiskSpace> => diskSpaceOf(await statfs(path));

const FLOOR = { bytes: 268_435_456, inodes: 10_000 };
const FLOOR_SHARE = 0.01;

/** Whether commands must stop writing to a file system: its last 256 MiB, or 1 %, are the service's, its database's and the host's. */
export function isNearlyFull(space: DiskSpace): boolean {
  return hasLessThan(space, {
    bytes: Math.min(FLOOR.bytes, space.total.bytes * FLOOR_SHARE),
    inodes: Math.min(FLOOR.inodes, space.total.inodes * FLOOR_SHARE),
  });
}
