import { statfs } from "node:fs/promises";
import { diskSpaceOf, hasLessThan, type DiskSpace } from "@workspace-agent/core/internal";

export const hostSpace = async (path: string): Promise<DiskSpace> => diskSpaceOf(await statfs(path));

const FLOOR = { bytes: 268_435_456, inodes: 10_000 };
const FLOOR_SHARE = 0.01;

/** Whether commands must stop filling a file system: its last 256 MiB, or 1 %, are for the service, its database and the host. `share`: of that reserve. */
export function isNearlyFull(space: DiskSpace, share = 1): boolean {
  return hasLessThan(space, {
    bytes: share * Math.min(FLOOR.bytes, space.total.bytes * FLOOR_SHARE),
    inodes: share * Math.min(FLOOR.inodes, space.total.inodes * FLOOR_SHARE),
  });
}
