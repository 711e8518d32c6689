import { expect, it } from "vitest";
import { diskSpaceOf, hasLessThan } from "./disk-space.ts";

const stats = { bsize: 4_096, blocks: 1_000, bavail: 10, files: 100, ffree: 5 };

it("the space of a file system is what it tells", () => {
  const space = diskSpaceOf(stats);
  expect(space).toEqual({
    free: { bytes: 40_960, inodes: 5 },
    total: { bytes: 4_096_000, inodes: 100 },
  });
  expect(hasLessThan(space, { bytes: 40_961, inodes: 0 })).toBe(true);
  expect(hasLessThan(space, { bytes: 0, inodes: 6 })).toBe(true);
  expect(hasLessThan(space, { bytes: 40_960, inodes: 5 })).toBe(false);
});

it("a file system that tells no number of blocks or inodes has an unknown amount, and never too little", () => {
  const space = diskSpaceOf({ ...stats, blocks: 0, bavail: 0, files: 0, ffree: 0 });
  expect(space.free).toEqual({ bytes: Infinity, inodes: Infinity });
  expect(hasLessThan(space, { bytes: 1_073_741_824, inodes: 50_000 })).toBe(false);
});
