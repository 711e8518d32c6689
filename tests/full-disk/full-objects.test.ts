import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderObjects } from "../../packages/volume-folder/src/index.ts";
import { SmallDisk, whyNoSmallDisk } from "./small-disk.ts";

const reason = await whyNoSmallDisk();
if (reason !== null) console.warn(`\nSKIPPED: objects on a full disk, since ${reason}\n`);

const MEBIBYTE = 1_048_576;

describe.skipIf(reason !== null)("objects on a full disk", () => {
  it("are refused as unavailable, leave nothing, keep what was there, and are stored once there is room", async () => {
    const disk = await SmallDisk.create("8m");
    onTestFinished(() => disk.remove());
    const dir = join(disk.path, "objects");
    const store = folderObjects({ dir });
    await store.put("small", new Uint8Array(1_000).fill(1));
    const large = new Uint8Array(12 * MEBIBYTE);
    for (const body of [large, new Blob([large]).stream()])
      await expect(store.put("large", body)).rejects.toMatchObject({
        code: "overloaded",
        detail: "The disk of this host is full.",
      });
    await expect(store.put("small", large)).rejects.toMatchObject({ code: "overloaded" });
    expect(await readdir(join(dir, ".writing"))).toEqual([]);
    expect((await store.list("")).objects.map(({ key, size }) => [key, size])).toEqual([["small", 1_000]]);
    await store.put("medium", large.subarray(0, 4 * MEBIBYTE));
    expect((await store.head("medium"))?.size).toBe(4 * MEBIBYTE);
  });
});
