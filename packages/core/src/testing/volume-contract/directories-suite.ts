import { describe, expect, it } from "vitest";
import { bytes, codeOf, tree, type Given } from "./given.ts";

export function directoriesSuite({ aVolume }: Given): void {
  describe("making a directory", () => {
    it("makes its parents too, and is fine with one that exists", async () => {
      const volume = await aVolume();
      const { entry, created } = await volume.makeDirectory("a/b/c");
      expect(created).toBe(true);
      expect(entry).toMatchObject({ path: "a/b/c", name: "c", type: "dir", size: 0 });
      expect(await volume.makeDirectory("a/b/c")).toMatchObject({ created: false });
      expect(await volume.makeDirectory("a")).toMatchObject({ created: false, entry: { path: "a" } });
      expect(await volume.makeDirectory("")).toMatchObject({ created: false, entry: { path: "" } });
      expect(await tree(volume)).toEqual(["a/", "a/b/", "a/b/c/"]);
    });

    it("is refused where a file is", async () => {
      const volume = await aVolume();
      await volume.write("file", bytes("x"));
      expect(await codeOf(volume.makeDirectory("file"))).toBe("already_exists");
      expect(await codeOf(volume.makeDirectory("file/below"))).toBe("already_exists");
      expect(await tree(volume)).toEqual(["file"]);
    });

    it("works for many at once", async () => {
      const volume = await aVolume();
      const made = await Promise.all(Array.from({ length: 20 }, () => volume.makeDirectory("a/b/c")));
      expect(made.filter(({ created }) => created)).toHaveLength(1);
    });
  });

  describe("removing", () => {
    it("takes a file away, or a directory with all in it", async () => {
      const volume = await aVolume();
      for (const path of ["a/b/c", "a/d", "ab", "e/f"]) await volume.write(path, bytes(path));
      await volume.makeDirectory("a/b/empty");
      await volume.remove("a");
      expect(await tree(volume)).toEqual(["ab", "e/", "e/f"]);
      await volume.remove("e/f");
      expect(await tree(volume)).toEqual(["ab", "e/"]);
      await volume.remove("e");
      await volume.write("a", bytes("a file now"));
      expect(await tree(volume)).toEqual(["a", "ab"]);
    });

    it("tells what is absent and refuses the root", async () => {
      const volume = await aVolume();
      await volume.write("file", bytes("x"));
      expect(await codeOf(volume.remove("absent"))).toBe("not_found");
      expect(await codeOf(volume.remove("absent/below"))).toBe("not_found");
      expect(await codeOf(volume.remove("file/below"))).toBe("not_found");
      expect(await codeOf(volume.remove(""))).toBe("invalid_path");
      expect(await tree(volume)).toEqual(["file"]);
    });

    it("happens once when many try at once", async () => {
      const volume = await aVolume();
      for (let index = 0; index < 20; index++) await volume.write(`dir/${index}`, bytes("x"));
      const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(volume.remove("dir"))));
      expect(codes.sort()).toEqual(["not_found", "not_found", "not_found", "not_found", "ok"]);
      expect(await tree(volume)).toEqual([]);
    });

    it("takes a deep tree away", async () => {
      const volume = await aVolume();
      const deep = Array.from({ length: 300 }, () => "d").join("/");
      await volume.write(`${deep}/f`, bytes("x"));
      await volume.remove("d");
      expect(await tree(volume)).toEqual([]);
    });
  });
}
