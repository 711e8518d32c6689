import { describe, expect, it } from "vitest";
import { BLOCK_BYTES, blocks, codeOf, heldBody, streamOf, tree, type CompleteGiven } from "./given.ts";

/** For volumes with staging areas and a quota. */
export function stagingQuotaSuite({ aVolume }: CompleteGiven): void {
  describe("the bytes of a staging area", () => {
    it("count for the quota, and the old content is kept", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      await volume.write("old", blocks(400));
      const staging = await volume.stage();
      await staging.write("a", blocks(300));
      expect(await codeOf(staging.write("b", streamOf([blocks(200), blocks(101)])))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("c", blocks(301)))).toBe("quota_exceeded");
      await staging.discard();
      expect(await tree(volume)).toEqual(["old"]);
      expect(await codeOf(volume.write("c", blocks(600)))).toBe("ok");
    });

    it("are counted once when they are committed, less what they replace", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      await volume.write("a", blocks(300));
      const staging = await volume.stage();
      await staging.write("a", blocks(500));
      await staging.commit("");
      await staging.discard();
      expect((await volume.usage()).bytes).toBe(500 * BLOCK_BYTES);
      expect(await codeOf(volume.write("b", blocks(501)))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("b", blocks(500)))).toBe("ok");
    });

    it("never exceed it, however many areas fill at once", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const areas = await Promise.all(Array.from({ length: 6 }, () => volume.stage()));
      const codes = await Promise.all(
        areas.map((staging) => codeOf(staging.write("f", streamOf([blocks(100), blocks(200)])))),
      );
      expect(codes.filter((code) => code === "ok").length).toBeLessThanOrEqual(3);
      for (const staging of areas) await staging.discard();
      expect(await codeOf(volume.write("f", blocks(1_000)))).toBe("ok");
    });

    it("count once more for a copy", async () => {
      const volume = await aVolume({ maxBytes: 10 * BLOCK_BYTES });
      const staging = await volume.stage();
      await staging.write("f", blocks(6));
      expect(await codeOf(staging.copy("copy", "f"))).toBe("quota_exceeded");
      await staging.discard();
    });
  });

  describe("the names of a staging area", () => {
    it("count for the quota of inodes, and are given back", async () => {
      const volume = await aVolume({ maxInodes: 4 });
      const staging = await volume.stage();
      await staging.write("dir/a", new Uint8Array());
      await staging.makeDirectory("dir/b");
      await staging.commit("");
      await staging.discard();
      expect(await codeOf(volume.write("c", new Uint8Array()))).toBe("ok");
      expect(await codeOf(volume.write("d", new Uint8Array()))).toBe("quota_exceeded");
      const another = await volume.stage();
      expect(await codeOf(another.write("e", new Uint8Array()))).toBe("quota_exceeded");
      await another.discard();
      expect(await tree(volume)).toEqual(expect.arrayContaining(["c", "dir/", "dir/a", "dir/b/"]));
    });
  });

  describe("a spooled body, for the quota,", () => {
    it("counts until it is released", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const staging = await volume.stage();
      expect(await codeOf(staging.spool(streamOf([blocks(1_001)])))).toBe("quota_exceeded");
      const spooled = await staging.spool(streamOf([blocks(600)]), { maxBytes: 600 * BLOCK_BYTES });
      expect(await codeOf(staging.write("f", blocks(401)))).toBe("quota_exceeded");
      await spooled.release();
      expect(await codeOf(staging.write("g", blocks(1_000)))).toBe("ok");
      await staging.discard();
      expect(await codeOf(volume.write("f", blocks(1_000)))).toBe("ok");
    });

    it("that is still coming counts already", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const staging = await volume.stage();
      const held = heldBody();
      const spooling = codeOf(staging.spool(held.body));
      await held.give("x".repeat(900 * BLOCK_BYTES));
      await held.give("x".repeat(101 * BLOCK_BYTES)).catch(() => undefined);
      expect(await spooling).toBe("quota_exceeded");
      await staging.discard();
      expect(await codeOf(volume.write("f", blocks(1_000)))).toBe("ok");
    });
  });
}
