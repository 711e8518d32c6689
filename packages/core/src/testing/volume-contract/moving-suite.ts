import { describe, expect, it } from "vitest";
import { bytes, codeOf, textOf, tree, type Given } from "./given.ts";

export function movingSuite({ aVolume }: Given): void {
  async function aTree() {
    const volume = await aVolume();
    for (const path of ["file", "other", "dir/a", "dir/sub/b", "full/c"])
      await volume.write(path, bytes(path));
    return volume;
  }

  describe("moving", () => {
    it("renames a file, parents made", async () => {
      const volume = await aTree();
      const entry = await volume.move("file", "new/place/name");
      expect(entry).toMatchObject({ path: "new/place/name", name: "name", type: "file", size: 4 });
      expect(entry).toEqual(await volume.stat("new/place/name"));
      expect(await textOf(volume, "new/place/name")).toBe("file");
      expect(await volume.stat("file")).toBeNull();
    });

    it("renames a directory with all in it", async () => {
      const volume = await aTree();
      expect(await volume.move("dir", "moved")).toMatchObject({ path: "moved", type: "dir" });
      await volume.move("moved/sub", "sub");
      expect(await tree(volume)).toEqual([
        ...["file", "full/", "full/c", "moved/", "moved/a", "other", "sub/", "sub/b"],
      ]);
    });

    it("renames a directory whatever the length of its name is in code units, characters or bytes", async () => {
      const volume = await aVolume();
      await volume.write("\u{1F600}\u{1F600}/sub/a", bytes("x"));
      for (const to of ["ü", "\u{1F600}dir", "plain"]) {
        const [from = ""] = await tree(volume);
        await volume.move(from, to);
        const paths = [`${to}/`, `${to}/sub/`, `${to}/sub/a`];
        expect(await tree(volume), "what a renamed directory holds has wrong paths").toEqual(paths);
      }
    });

    it.each([
      ["file", "other"],
      ["file", "dir"],
      ["dir", "file"],
      ["dir", "full"],
      ["file", "file"],
      ["dir/a", "dir"],
    ])("refuses %j to %j, where something is", async (src, dest) => {
      const volume = await aTree();
      const before = await tree(volume);
      expect(await codeOf(volume.move(src, dest))).toBe("already_exists");
      expect(await tree(volume)).toEqual(before);
    });

    it("replaces an existing target if asked to", async () => {
      const volume = await aTree();
      await volume.move("file", "other", { overwrite: true });
      expect(await textOf(volume, "other")).toBe("file");
      await volume.move("dir", "full", { overwrite: true });
      expect(await tree(volume)).toEqual(["full/", "full/a", "full/sub/", "full/sub/b", "other"]);
      await volume.move("other", "full/sub", { overwrite: true });
      expect(await tree(volume)).toEqual(["full/", "full/a", "full/sub"]);
      await volume.makeDirectory("x/y");
      await volume.move("x", "full/sub", { overwrite: true });
      expect(await tree(volume)).toEqual(["full/", "full/a", "full/sub/", "full/sub/y/"]);
    });

    it("onto itself changes nothing", async () => {
      const volume = await aTree();
      expect(await volume.move("file", "file", { overwrite: true })).toMatchObject({ path: "file" });
      expect(await volume.move("dir", "dir", { overwrite: true })).toMatchObject({ path: "dir" });
      expect(await textOf(volume, "file")).toBe("file");
      expect(await textOf(volume, "dir/a")).toBe("dir/a");
    });

    it.each([
      ["dir", "dir/into"],
      ["dir", "dir/sub/b/into"],
      ["dir/a", "dir"],
      ["dir/sub/b", "dir"],
      ["", "other"],
      ["file", ""],
    ])("refuses %j to %j even then", async (src, dest) => {
      const volume = await aTree();
      const before = await tree(volume);
      expect(await codeOf(volume.move(src, dest, { overwrite: true }))).toBe("invalid_path");
      expect(await tree(volume)).toEqual(before);
    });

    it("tells what is absent, and makes nothing then", async () => {
      const volume = await aTree();
      const before = await tree(volume);
      expect(await codeOf(volume.move("absent", "new/place"))).toBe("not_found");
      expect(await codeOf(volume.move("absent/below", "new/place"))).toBe("not_found");
      expect(await codeOf(volume.move("file/below", "new/place"))).toBe("not_found");
      expect(await codeOf(volume.move("dir", "file/below"))).toBe("already_exists");
      expect(await tree(volume)).toEqual(before);
    });
  });
}
