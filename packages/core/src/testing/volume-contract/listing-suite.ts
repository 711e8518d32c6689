import { describe, expect, it } from "vitest";
import { bytes, codeOf, tree, type Given } from "./given.ts";

export function listingSuite({ aVolume }: Given): void {
  async function aTree() {
    const volume = await aVolume();
    for (const path of ["b", "a/z", "a/b/c", "a.txt", "B", "a-b/x"]) await volume.write(path, bytes(path));
    await volume.makeDirectory("empty");
    return volume;
  }

  describe("listing", () => {
    it("gives the entries of one directory by name", async () => {
      const volume = await aTree();
      const { entries, truncated } = await volume.list("");
      expect(entries.map(({ name, type }) => [name, type])).toEqual([
        ["B", "file"],
        ["a", "dir"],
        ["a-b", "dir"],
        ["a.txt", "file"],
        ["b", "file"],
        ["empty", "dir"],
      ]);
      expect(truncated).toBe(false);
      for (const entry of entries) expect(entry).toEqual(await volume.stat(entry.path));
    });

    it("sorts names by UTF-16 code units", async () => {
      const volume = await aVolume();
      // By bytes of UTF-8 and by code points, the last two are the other way round.
      const names = ["a", "\u{1F600}", "\uFF5E"];
      for (const name of names.toReversed()) await volume.write(`${name}/${name}`, bytes("x"));
      const sorted = (await volume.list("")).entries.map(({ name }) => name);
      expect(sorted, "names are not sorted by UTF-16 code units").toEqual(names);
      expect(await tree(volume)).toEqual(names.flatMap((name) => [`${name}/`, `${name}/${name}`]));
    });

    it("gives paths from the volume's root", async () => {
      const volume = await aTree();
      const { entries } = await volume.list("a");
      expect(entries.map(({ path, name }) => [path, name])).toEqual([
        ["a/b", "b"],
        ["a/z", "z"],
      ]);
      expect(await volume.list("empty")).toEqual({ entries: [], truncated: false });
    });

    it("gives each directory followed by what it holds", async () => {
      const all = ["B", "a/", "a/b/", "a/b/c", "a/z", "a-b/", "a-b/x", "a.txt", "b", "empty/"];
      expect(await tree(await aTree())).toEqual(all);
    });

    it("gives at most the limit and says whether there are more", async () => {
      const volume = await aTree();
      const page = async (path: string, limit: number, recursive: boolean) => {
        const { entries, truncated } = await volume.list(path, { limit, recursive });
        return [entries.map((entry) => entry.path), truncated];
      };
      expect(await page("", 2, false)).toEqual([["B", "a"], true]);
      expect(await page("", 6, false)).toMatchObject([{ length: 6 }, false]);
      expect(await page("", 4, true)).toEqual([["B", "a", "a/b", "a/b/c"], true]);
      expect(await page("", 10, true)).toMatchObject([{ length: 10 }, false]);
      expect(await page("a", 1, false)).toEqual([["a/b"], true]);
      expect(await page("", 0, false)).toEqual([[], true]);
      expect(await page("empty", 0, true)).toEqual([[], false]);
    });

    it("finds names that hold a text, here or anywhere below", async () => {
      const volume = await aTree();
      const find = async (path: string, search: string, recursive: boolean, limit = Infinity) => {
        const { entries, truncated } = await volume.list(path, { search, recursive, limit });
        return [entries.map((entry) => entry.path), truncated];
      };
      expect(await find("", "B", false)).toEqual([["B", "a-b", "b"], false]);
      expect(await find("", "b", true)).toEqual([["B", "a/b", "a-b", "b"], false]);
      expect(await find("", "b", true, 2)).toEqual([["B", "a/b"], true]);
      expect(await find("", "b", true, 4)).toMatchObject([{ length: 4 }, false]);
      expect(await find("a", "C", true)).toEqual([["a/b/c"], false]);
      expect(await find("", "a/b", true)).toEqual([[], false]);
      expect(await find("", ".*", true)).toEqual([[], false]);
    });

    it("tells what is no directory", async () => {
      const volume = await aTree();
      expect(await codeOf(volume.list("b"))).toBe("invalid_path");
      expect(await codeOf(volume.list("absent"))).toBe("not_found");
      expect(await codeOf(volume.list("absent/below"))).toBe("not_found");
      expect(await codeOf(volume.list("b/below"))).toBe("not_found");
    });

    it("includes the bytes of small files, if a volume can", async () => {
      const volume = await aTree();
      await volume.write("a/large", new Uint8Array(11));
      if (volume.readBelow === undefined) return;
      for (const path of ["", "a"]) {
        const found = await Array.fromAsync(volume.readBelow(path, { upTo: 10 }));
        expect(found.map(({ entry }) => entry)).toEqual(
          (await volume.list(path, { recursive: true })).entries,
        );
        const texts = found.flatMap((each) =>
          each.bytes === null ? [] : [new TextDecoder().decode(each.bytes)],
        );
        const small = found.filter(({ entry }) => entry.type === "file" && entry.size <= 10);
        expect(texts).toEqual(small.map(({ entry }) => entry.path));
      }
      expect(await codeOf(Array.fromAsync(volume.readBelow("absent", { upTo: 10 })))).toBe("not_found");
    });

    it("gives a deep tree", async () => {
      const volume = await aVolume();
      const deep = Array.from({ length: 150 }, () => "d").join("/");
      await volume.write(`${deep}/f`, bytes("x"));
      await volume.write("d/last", bytes("y"));
      const { entries, truncated } = await volume.list("", { recursive: true });
      expect([entries.length, truncated]).toEqual([152, false]);
      expect(entries.at(-2)?.path).toBe(`${deep}/f`);
      expect(entries.at(-1)?.path).toBe("d/last");
    });
  });
}
