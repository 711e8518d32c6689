import { describe, expect, it } from "vitest";
import { bytes, codeOf, textOf, tree, type Given } from "./given.ts";

export function removingSuite({ aVolume }: Given): void {
  describe("removing with a condition", () => {
    it("goes through when what is there is what was read", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("f", bytes("1"));
      expect(await codeOf(volume.remove("f", { ifMatch: "other" }))).toBe("precondition_failed");
      await volume.write("f", bytes("2"));
      expect(await codeOf(volume.remove("f", { ifMatch: entry.etag }))).toBe("precondition_failed");
      expect(await textOf(volume, "f")).toBe("2");
      const now = await volume.stat("f");
      expect(await codeOf(volume.remove("f", { ifMatch: now?.etag ?? "" }))).toBe("ok");
      expect(await tree(volume)).toEqual([]);
    });

    it("fails where nothing is", async () => {
      const volume = await aVolume();
      expect(await codeOf(volume.remove("f", { ifMatch: "1" }))).toBe("precondition_failed");
      expect(await codeOf(volume.remove("d/f", { ifMatch: "1" }))).toBe("precondition_failed");
      expect(await codeOf(volume.remove("f"))).toBe("not_found");
    });

    it("is lost by all but one of many that remove or write at once", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("f", bytes("1"));
      const ifMatch = entry.etag;
      const calls = Array.from({ length: 12 }, (_, index) =>
        codeOf(
          index % 2 === 0 ? volume.remove("f", { ifMatch }) : volume.write("f", bytes("2"), { ifMatch }),
        ),
      );
      expect((await Promise.all(calls)).filter((code) => code === "ok")).toHaveLength(1);
    });

    it("goes through for a directory that nobody touched", async () => {
      const volume = await aVolume();
      await volume.write("d/f", bytes("1"));
      const directory = await volume.stat("d");
      expect(await codeOf(volume.remove("d", { ifMatch: directory?.etag ?? "" }))).toBe("ok");
      expect(await tree(volume)).toEqual([]);
    });
  });
}
