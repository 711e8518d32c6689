import { describe, expect, it } from "vitest";
import { DiskCheck, type WorkspaceDisk } from "./disk-check.ts";

const MIB = 1_048_576;

/** A turn that begins with so much on a disk of 10 MiB, whose calls leave what the test says. */
function aTurn(mib: number) {
  let used = mib * MIB;
  const disk: WorkspaceDisk = { quotaBytes: 10 * MIB, usedBytes: async () => used };
  const check = new DiskCheck();
  return async (left: number) => {
    await check.begin(disk);
    used = left * MIB;
    return await check.end(disk);
  };
}

describe("a turn's use of the disk", () => {
  it("is let be up to the quota, and ends the turn beyond it", async () => {
    const callThatLeaves = aTurn(1);
    expect(await callThatLeaves(10)).toBeNull();
    expect(await callThatLeaves(10.25)).toEqual({
      code: "quota_exceeded",
      detail: "The workspace's files take 10.3 MiB of 10 MiB. Delete files, or raise `disk_mb`.",
    });
  });

  it("that was too much when it began may become less, and does not end it", async () => {
    const callThatLeaves = aTurn(50);
    expect(await callThatLeaves(50)).toBeNull();
    expect(await callThatLeaves(30)).toBeNull();
    expect(await callThatLeaves(30.5)).toBeNull();
    expect(await callThatLeaves(40)).toMatchObject({ code: "quota_exceeded" });
  });

  it("is measured once before the first command, and once after each", async () => {
    let count = 0;
    const disk: WorkspaceDisk = { quotaBytes: MIB, usedBytes: async () => count++ };
    const check = new DiskCheck();
    for (let call = 0; call < 3; call++) {
      await check.begin(disk);
      await check.end(disk);
    }
    expect(count).toBe(4);
  });
});
