import { beforeAll, describe, expect, it } from "vitest";
import { bytes, codeOf, unique } from "../volume-contract/given.ts";
import { keysBelow, listed, type Given } from "./given.ts";

export function listingSuite({ store }: Given): void {
  describe("list", () => {
    const top = unique("list");
    /** Names on both sides of the slash in the order of ASCII, and some that begin others. */
    const names = [
      "a",
      "a-",
      "a-b",
      "a.b",
      "a/a",
      "a/b/c",
      "a/b/d",
      "a/bc",
      "a/z",
      "a0",
      "a_",
      "ab",
      "ab-c",
      "ab/a",
      "ab/abc",
      "ab0",
      "abc",
      "abd",
      "b/0",
      "c",
    ];
    const keys = names.map((name) => `${top}/${name}`);
    beforeAll(async () => {
      for (const key of keys.toReversed()) await store().put(key, bytes(key));
      await store().put(`${top}0`, bytes("beside"));
    });

    it.each([1, 2, 3, 7, 1_000])("gives keys in their order, in pages of %i", async (limit) => {
      expect(await keysBelow(store(), `${top}/`, limit)).toEqual(keys);
    });

    it("gives what begins with the prefix, which may end within a name", async () => {
      const names = ["", "a", "a/", "a/b", "a/b/", "ab", "ab/a", "b", "c", "nothing", "a-b"];
      for (const prefix of names.map((name) => `${top}/${name}`))
        expect(await keysBelow(store(), prefix, 3)).toEqual(keys.filter((key) => key.startsWith(prefix)));
    });

    it("goes on behind any key, stored or not", async () => {
      for (const name of [...names, "", "Z", "a.", "a/b/", "a/b/cc", "aa", "b", "zz"]) {
        const after = `${top}/${name}`;
        const { objects } = await store().list(`${top}/`, { after });
        expect(objects.map(({ key }) => key)).toEqual(keys.filter((key) => key > after));
      }
    });

    it("gives sizes, and times that a second put renews", async () => {
      const key = `${unique("times")}/x`;
      await store().put(key, bytes("four"));
      const [first] = await listed(store(), key);
      const head = await store().head(key);
      expect(first?.size).toBe(4);
      expect(Math.abs((head?.modifiedAt ?? 0) - (first?.modifiedAt ?? 0))).toBeLessThan(1_000);
      await store().put(key, bytes("four"));
      expect((await listed(store(), key))[0]?.modifiedAt).toBeGreaterThanOrEqual(first?.modifiedAt ?? 0);
    });

    it("refuses pages of other sizes", async () => {
      for (const limit of [0, -1, 1.5, 1_001])
        expect(await codeOf(store().list(top, { limit }))).toBe("invalid_request");
    });

    it("of nothing is an empty page", async () => {
      expect(await store().list(`${unique("none")}/`)).toEqual({ objects: [], more: false });
    });
  });

  describe("delete", () => {
    it("removes what is there, passes over what is not, and leaves the rest", async () => {
      const top = unique("delete");
      const keys = ["a", "a/b", "a/b/c", "ab", "abc"].map((name) => `${top}/${name}`);
      for (const key of keys) await store().put(key, bytes(key));
      await store().delete([keys[0] ?? "", `${top}/absent`, keys[3] ?? ""]);
      expect(await keysBelow(store(), top)).toEqual([keys[1], keys[2], keys[4]]);
      await store().delete(keys);
      await store().delete(keys);
      await store().delete([]);
      expect(await keysBelow(store(), top)).toEqual([]);
      await store().put(keys[1] ?? "", bytes("again"));
      expect(await keysBelow(store(), top)).toEqual([keys[1]]);
    });

    it("takes more keys than a service takes at once", async () => {
      const top = unique("many");
      const key = `${top}/key-1500`;
      await store().put(key, bytes("x"));
      await store().delete(Array.from({ length: 2_100 }, (_, index) => `${top}/key-${index}`));
      expect(await store().head(key)).toBeNull();
    });

    it("may happen while others put the same objects", async () => {
      const top = unique("churn");
      const keys = Array.from({ length: 8 }, (_, index) => `${top}/ab/${index}`);
      for (let round = 0; round < 5; round++)
        await Promise.all([store().delete(keys), ...keys.map((key) => store().put(key, bytes(key)))]);
      await Promise.all(keys.map((key) => store().put(key, bytes(key))));
      expect(await keysBelow(store(), `${top}/`)).toEqual(keys);
    });
  });
}
