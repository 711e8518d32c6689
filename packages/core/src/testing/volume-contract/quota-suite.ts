import { describe, expect, it } from "vitest";
import { bytes, codeOf, heldBody, streamOf, textOf, tree, unique, type Given } from "./given.ts";

const filled = (size: number) => new Uint8Array(size).fill(120);

export function quotaSuite({ aVolume, provider }: Given): void {
  describe("a volume with a quota", () => {
    it("refuses what it has no room for, with the old content kept", async () => {
      const volume = await aVolume({ maxBytes: 1_000 });
      await volume.write("a", filled(600));
      expect(await codeOf(volume.write("b", filled(401)))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("b", streamOf([filled(300), filled(101)])))).toBe("quota_exceeded");
      expect(await codeOf(volume.write("a", filled(1_001)))).toBe("quota_exceeded");
      expect(await tree(volume)).toEqual(["a"]);
      expect(await textOf(volume, "a")).toHaveLength(600);
      expect(await codeOf(volume.write("b", filled(400)))).toBe("ok");
    });

    it("counts a replaced file once", async () => {
      const volume = await aVolume({ maxBytes: 1_000 });
      for (let round = 0; round < 5; round++) await volume.write("a", filled(900));
      expect(await volume.usedBytes()).toBe(900);
      expect(await codeOf(volume.write("a", filled(1_000)))).toBe("ok");
    });

    it("has room again for what was removed or replaced", async () => {
      const volume = await aVolume({ maxBytes: 1_000 });
      await volume.write("dir/a", filled(400));
      await volume.write("dir/b", filled(400));
      expect(await codeOf(volume.write("c", filled(300)))).toBe("quota_exceeded");
      await volume.remove("dir/a");
      expect(await codeOf(volume.write("c", filled(500)))).toBe("ok");
      await volume.remove("dir");
      expect(await codeOf(volume.write("d", filled(500)))).toBe("ok");
      await volume.move("c", "d", { overwrite: true });
      expect(await volume.usedBytes()).toBe(500);
      expect(await codeOf(volume.write("e", filled(500)))).toBe("ok");
      expect(await codeOf(volume.write("f", filled(1)))).toBe("quota_exceeded");
    });

    it("cancels a body that it has no room for", async () => {
      const volume = await aVolume({ maxBytes: 10_000 });
      let cancelled = 0;
      const endless = function* () {
        for (;;) yield filled(1_000);
      };
      const body = streamOf(endless(), { onCancel: () => ++cancelled });
      expect(await codeOf(volume.write("f", body))).toBe("quota_exceeded");
      expect(cancelled).toBe(1);
    });

    it("never holds more, however many write at once", async () => {
      const volume = await aVolume({ maxBytes: 1_000 });
      const writes = Array.from({ length: 8 }, (_, index) =>
        codeOf(volume.write(`f${index}`, streamOf([filled(100), filled(150)]))),
      );
      const codes = await Promise.all(writes);
      expect(new Set(codes)).toEqual(new Set(["ok", "quota_exceeded"]));
      const { entries } = await volume.list("");
      const used = entries.reduce((sum, { size }) => sum + size, 0);
      expect(used).toBeLessThanOrEqual(1_000);
      expect(await volume.usedBytes()).toBe(used);
    });

    it("counts nothing of a write that failed", async () => {
      const volume = await aVolume({ maxBytes: 1_000 });
      const held = heldBody();
      const write = volume.write("f", held.body);
      await held.give("x".repeat(900));
      const failure = new Error("the line broke");
      await Promise.all([expect(write).rejects.toBe(failure), held.fail(failure)]);
      expect(await codeOf(volume.write("g", filled(1_000)))).toBe("ok");
    });

    it("shares it with every handle of the same workspace", async () => {
      const id = unique("ws");
      const first = await provider().workspace(id, { maxBytes: 1_000 });
      const second = await provider().workspace(id, { maxBytes: 1_000 });
      await first.write("a", filled(600));
      expect(await codeOf(second.write("b", filled(600)))).toBe("quota_exceeded");
      const raised = await provider().workspace(id, { maxBytes: 2_000 });
      expect(await codeOf(raised.write("b", filled(600)))).toBe("ok");
    });
  });

  describe("usedBytes", () => {
    it("is the size of all files", async () => {
      const volume = await aVolume();
      expect(await volume.usedBytes()).toBe(0);
      await volume.write("a/b", bytes("12345"));
      await volume.write("c", bytes("123"));
      expect(await volume.usedBytes()).toBe(8);
    });
  });
}
