import { describe, expect, it } from "vitest";
import {
  BLOCK_BYTES,
  blocks,
  codeOf,
  heldBody,
  streamOf,
  textOf,
  tree,
  unique,
  type Given,
} from "./given.ts";

export function quotaSuite({ aVolume, provider }: Given): void {
  describe("a volume with a quota", () => {
    it("refuses what it has no room for, with the old content kept", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      await volume.write("a", blocks(600));
      expect(await codeOf(volume.write("b", blocks(401)))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("b", streamOf([blocks(300), blocks(101)])))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("a", blocks(1_001)))).toBe("quota_exceeded");
      expect(await tree(volume)).toEqual(["a"]);
      expect(await textOf(volume, "a")).toHaveLength(600 * BLOCK_BYTES);
      expect(await codeOf(volume.write("b", blocks(400)))).toBe("ok");
    });

    it("counts a replaced file once", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      for (let round = 0; round < 5; round++) await volume.write("a", blocks(900));
      expect((await volume.usage()).bytes).toBe(900 * BLOCK_BYTES);
      expect(await codeOf(volume.write("a", blocks(1_000)))).toBe("ok");
    });

    it("has room again for what was removed or replaced", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      await volume.write("dir/a", blocks(400));
      await volume.write("dir/b", blocks(400));
      expect(await codeOf(volume.write("c", blocks(300)))).toBe("quota_exceeded");
      await volume.remove("dir/a");
      expect(await codeOf(volume.write("c", blocks(500)))).toBe("ok");
      await volume.remove("dir");
      expect(await codeOf(volume.write("d", blocks(500)))).toBe("ok");
      await volume.move("c", "d", { overwrite: true });
      expect((await volume.usage()).bytes).toBe(500 * BLOCK_BYTES);
      expect(await codeOf(volume.write("e", blocks(500)))).toBe("ok");
      expect(await codeOf(volume.write("f", blocks(1)))).toBe("quota_exceeded");
    });

    it("cancels a body that it has no room for", async () => {
      const volume = await aVolume({ maxBytes: 10_000 * BLOCK_BYTES });
      let cancelled = 0;
      // Ends, so that a volume without a quota fails the test instead of using all memory.
      const large = function* () {
        for (let count = 0; count < 50; count++) yield blocks(1_000);
      };
      const body = streamOf(large(), { onCancel: () => ++cancelled });
      expect(await codeOf(volume.write("f", body))).toBe("quota_exceeded");
      expect(cancelled, "the refused body was not cancelled").toBe(1);
    });

    it("never holds more, however many write at once", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const writes = Array.from({ length: 8 }, (_, index) =>
        codeOf(volume.write(`f${index}`, streamOf([blocks(100), blocks(150)]))),
      );
      const codes = await Promise.all(writes);
      expect(new Set(codes)).toEqual(new Set(["ok", "quota_exceeded"]));
      const { entries } = await volume.list("");
      const used = entries.reduce((sum, { size }) => sum + size, 0);
      expect(used, "the files are larger than the quota").toBeLessThanOrEqual(1_000 * BLOCK_BYTES);
      expect((await volume.usage()).bytes, "usage() is not what the files take").toBe(used);
    });

    it("counts nothing of a write that failed", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const held = heldBody();
      const write = volume.write("f", held.body);
      await held.give("x".repeat(900 * BLOCK_BYTES));
      const failure = new Error("the line broke");
      await Promise.all([expect(write).rejects.toBe(failure), held.fail(failure)]);
      expect(await codeOf(volume.write("g", blocks(1_000)))).toBe("ok");
    });

    it("shares it with every handle of the same workspace", async () => {
      const id = unique("ws");
      const first = await provider().workspace(id, { maxBytes: 1_000 * BLOCK_BYTES });
      const second = await provider().workspace(id, { maxBytes: 1_000 * BLOCK_BYTES });
      await first.write("a", blocks(600));
      expect(await codeOf(second.write("b", blocks(600)))).toBe("quota_exceeded");
      const raised = await provider().workspace(id, { maxBytes: 2_000 * BLOCK_BYTES });
      expect(await codeOf(raised.write("b", blocks(600)))).toBe("ok");
    });
  });

  describe("a volume with a quota of inodes", () => {
    it("refuses new files and directories beyond it, however small, and replaces and removes as ever", async () => {
      const volume = await aVolume({ maxInodes: 4 });
      await volume.write("dir/a", new Uint8Array());
      await volume.write("b", new Uint8Array());
      await volume.write("c", new Uint8Array());
      expect(await codeOf(volume.write("d", new Uint8Array()))).toBe("quota_exceeded");
      expect(await codeOf(volume.makeDirectory("d"))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("c", blocks(1)))).toBe("ok");
      expect(await codeOf(volume.makeDirectory("dir"))).toBe("ok");
      expect(await codeOf(volume.move("c", "b", { overwrite: true }))).toBe("ok");
      expect((await volume.usage()).inodes).toBe(3);
      expect(await codeOf(volume.makeDirectory("d"))).toBe("ok");
      await volume.remove("dir");
      expect(await codeOf(volume.write("e/f", new Uint8Array()))).toBe("ok");
      expect((await volume.usage()).inodes).toBe(4);
    });
  });

  describe("moving, with a quota of inodes,", () => {
    it("counts the parents that it makes, and is refused beyond it", async () => {
      const volume = await aVolume({ maxInodes: 2 });
      for (const path of ["f", "g"]) await volume.write(path, new Uint8Array());
      const code = await codeOf(volume.move("f", "dir/f"));
      expect(code, "move() made a parent beyond the quota").toBe("quota_exceeded");
      expect(await tree(volume), "a move that was refused changed the files").toEqual(["f", "g"]);
      await volume.remove("g");
      expect(await codeOf(volume.move("f", "dir/f"))).toBe("ok");
    });
  });

  describe("the quota of a shared volume", () => {
    it("is the tenant's, whichever of its folders is written to", async () => {
      const tenant = unique("tenant");
      const quota = { maxBytes: 100 * BLOCK_BYTES, maxInodes: 10 };
      const one = await provider().shared(tenant, { ...quota, root: "one" });
      const two = await provider().shared(tenant, { ...quota, root: "two" });
      const all = await provider().shared(tenant, quota);
      expect(all.quota).toEqual({ bytes: 100 * BLOCK_BYTES, inodes: 10 });
      await one.write("a", blocks(60));
      expect(await codeOf(two.write("b", blocks(60)))).toBe("quota_exceeded");
      expect(await codeOf(all.write("b", blocks(60)))).toBe("quota_exceeded");
      await two.write("b", blocks(20));
      expect(await two.usage()).toEqual(await all.usage());
      expect((await two.usage()).inodes).toBe(4);
      await one.remove("a");
      expect(await codeOf(two.write("c", blocks(60)))).toBe("ok");
      const others = await provider().shared(unique("tenant"), quota);
      expect(await codeOf(others.write("a", blocks(60)))).toBe("ok");
    });
  });

  describe("what a volume uses", () => {
    it("is what its files take, with every name that is there", async () => {
      const volume = await aVolume();
      expect(volume.quota).toEqual({ bytes: Infinity, inodes: Infinity });
      expect(await volume.usage()).toEqual({ bytes: 0, inodes: 0 });
      await volume.write("a", blocks(2));
      await volume.write("b", blocks(1));
      expect(await volume.usage()).toEqual({ bytes: 3 * BLOCK_BYTES, inodes: 2 });
      await volume.write("c/d/e", new Uint8Array());
      expect((await volume.usage()).inodes).toBe(5);
    });
  });
}
