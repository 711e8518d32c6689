import { expect, it } from "vitest";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import { fakeClock } from "../testing/index.ts";
import { untilDiskIsFull } from "./disk-watch.ts";

const MIB = 1_048_576;

/** A disk of 10 MiB, and what its measurements return one after another; null: one that fails. */
function diskWith(mebibytes: (number | null)[]): WorkspaceDisk {
  return {
    quotaBytes: 10 * MIB,
    async usedBytes() {
      const used = mebibytes.shift() ?? null;
      if (used === null) throw new Error("It cannot be measured.");
      return used * MIB;
    },
  };
}

it.each([
  ["first", [null, 50, 50]],
  ["later", [50, null, 50]],
])("a disk above its limit is not full because it cannot be measured %s", async (_, measured) => {
  const clock = fakeClock();
  const over = new AbortController();
  const isFull = untilDiskIsFull(diskWith(measured), clock, over.signal);
  await clock.advance(10_000);
  over.abort();
  expect(await isFull).toBe(false);
});
