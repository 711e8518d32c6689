import { describe, expect, it } from "vitest";
import type { ObjectStore } from "../../ports/object-store.ts";
import { CHUNK_BYTES } from "../../snapshots/limits.ts";
import { diffSnapshots } from "../../snapshots/diff-snapshots.ts";
import { SnapshotReader } from "../../snapshots/snapshot-reader.ts";
import { keysBelow, listed } from "../object-store-contract/given.ts";
import { blocks, bytes, codeOf, textOf, unique, type Given } from "./given.ts";
import { givenSnapshots, isSnapshotVolume, writeFiles } from "./given-snapshots.ts";
import { changeAtRandom, randomFrom, stateOf } from "./snapshot-trees.ts";

const SEQUENCES = 8;

/** For volumes with the part `snapshots`. */
export function snapshotsSuite({ aVolume, provider }: Given): void {
  const given = givenSnapshots(aVolume);

  describe("a snapshot", () => {
    it("gives the files of its moment back, with empty directories and permissions, and says what it did", async () => {
      const { volume, objects } = await given({ same: "same", changed: "old", "deep/er/gone": "gone" });
      await volume.makeDirectory("empty/er");
      await volume.write("run", bytes("#!"), { mode: 0o755 });
      const before = await stateOf(volume);
      const { root, files, bytes: size } = await volume.snapshots.take(objects);
      expect({ files, size }).toEqual({ files: 4, size: 13 });
      await writeFiles(volume, { changed: "new", "new/er/file": "made" });
      for (const path of ["deep", "empty", "run"]) await volume.remove(path);
      await volume.write("run", bytes("#!"));
      const after = await stateOf(volume);
      const expected = {
        restored: {
          count: 7,
          paths: ["changed", "deep", "deep/er", "deep/er/gone", "empty", "empty/er", "run"],
        },
        removed: { count: 3, paths: ["new/er/file", "new/er", "new"] },
        unchanged: 1,
      };
      expect(await volume.snapshots.restore(objects, root, { dryRun: true })).toEqual(expected);
      expect(await stateOf(volume), "a dry run changes something").toEqual(after);
      expect(await volume.snapshots.restore(objects, root)).toEqual(expected);
      expect(await stateOf(volume)).toEqual(before);
      const nothing = { count: 0, paths: [] };
      expect(await volume.snapshots.restore(objects, root)).toEqual({
        restored: nothing,
        removed: nothing,
        unchanged: 4,
      });
    });

    it("writes only files that differ", async () => {
      const { volume, objects } = await given({ same: "same", changed: "old" });
      const { root } = await volume.snapshots.take(objects);
      await writeFiles(volume, { changed: "new" });
      const same = await volume.stat("same");
      await volume.snapshots.restore(objects, root);
      expect(await volume.stat("same")).toEqual(same);
    });

    it("replaces a file by a directory, and the reverse", async () => {
      const { volume, objects } = await given({ a: "file", "b/c": "in a directory", "d/e/f": "deep" });
      const before = await stateOf(volume);
      const { root } = await volume.snapshots.take(objects);
      for (const path of ["a", "b", "d/e"]) await volume.remove(path);
      await writeFiles(volume, { "a/x/y": "1", "a/node_modules/z": "ignored", b: "2", "d/e": "3" });
      await volume.snapshots.restore(objects, root);
      expect(await stateOf(volume)).toEqual(before);
    });

    it("has all that it needs, and the same root for equal files", async () => {
      const files = { "a/b": "1", c: "2", "a/copy": "1" };
      const [one, other] = [await given(files), await given(files)];
      const taken = await one.volume.snapshots.take(one.objects);
      expect(taken.root).toMatch(/^[A-Za-z0-9._-]{1,256}$/);
      expect((await other.volume.snapshots.take(other.objects)).root).toBe(taken.root);
      const stored = await listed(one.objects, "");
      expect(taken.objects).toEqual(stored.map(({ key }) => key));
      expect(taken.stored_bytes).toBe(stored.reduce((sum, { size }) => sum + size, 0));
    });

    it("stores nothing where nothing changed, and little where little did", async () => {
      const { volume, objects } = await given(
        Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`d${n % 6}/f${n}`, blocks(1)])),
      );
      await writeFiles(volume, { "d1/f1": "another" });
      const first = await volume.snapshots.take(objects);
      const again = await volume.snapshots.take(objects, { base: first.root });
      expect(again).toEqual({ ...first, stored_bytes: 0 });
      await writeFiles(volume, { "d1/f1": "changed" });
      const third = await volume.snapshots.take(objects, { base: first.root });
      expect(third.root).not.toBe(first.root);
      expect(third.stored_bytes).toBeLessThan(4_000);
      const stored = await keysBelow(objects, "");
      expect(third.objects.filter((key) => !stored.includes(key))).toEqual([]);
      let reads = 0;
      const get: ObjectStore["get"] = (...call) => {
        reads += 1;
        return objects.get(...call);
      };
      const walked = await Array.fromAsync(new SnapshotReader({ ...objects, get }, first.root).walk());
      expect([walked.length, reads], "directories are not read together").toEqual([66, 2]);
      await volume.snapshots.restore(objects, first.root);
      expect(await textOf(volume, "d1/f1")).toBe("another");
      await volume.snapshots.restore(objects, third.root);
      expect(await textOf(volume, "d1/f1")).toBe("changed");
      const restored = await volume.snapshots.take(objects, { base: third.root });
      expect(restored).toEqual({ ...third, stored_bytes: 0 });
    });

    it("divides a large file, of which only the changed part is stored again and any part can be read", async () => {
      const large = Uint8Array.from({ length: 2 * CHUNK_BYTES + 5 }, (_, index) => (index * 7) % 251);
      const { volume, objects } = await given({ large });
      const first = await volume.snapshots.take(objects);
      expect(first.objects.filter((key) => key.startsWith("c/"))).toHaveLength(3);
      const reader = new SnapshotReader(objects, first.root);
      const { body } = await reader.read("large", { start: CHUNK_BYTES - 2, end: 2 * CHUNK_BYTES + 1 });
      const part = new Uint8Array(await new Response(body).arrayBuffer());
      const expected = large.subarray(CHUNK_BYTES - 2, 2 * CHUNK_BYTES + 2);
      expect(part.length).toBe(expected.length);
      expect(part.every((byte, index) => byte === expected[index])).toBe(true);
      const changed = large.slice();
      changed[0] = 255;
      await writeFiles(volume, { large: changed });
      const second = await volume.snapshots.take(objects, { base: first.root });
      expect(second.stored_bytes).toBeLessThan(CHUNK_BYTES + 2_000);
      await volume.snapshots.restore(objects, first.root);
      const now = new Uint8Array(await new Response((await volume.read("large")).body).arrayBuffer());
      expect(now.length === large.length && now.every((byte, index) => byte === large[index])).toBe(true);
    });

    it("is of its own volume only: the shared one has none", async () => {
      expect((await provider().shared(unique("tenant"))).snapshots).toBeUndefined();
    });
  });

  describe("the id of a copy", () => {
    const idOf = async (name: string) => (await provider().workspace(name)).snapshots?.copyId();

    it("is the same as long as the files are there, and another for each volume", async () => {
      const [name, other] = [unique("ws"), unique("ws")];
      const id = await idOf(name);
      expect(id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      await (await provider().workspace(name)).write("f", bytes("x"));
      expect(await Promise.all([idOf(name), idOf(name)])).toEqual([id, id]);
      expect(await idOf(other)).not.toBe(id);
    });

    it("is another for a volume that was removed and made again", async () => {
      const name = unique("ws");
      const id = await idOf(name);
      await provider().removeWorkspace(name);
      expect(await idOf(name)).not.toBe(id);
    });
  });

  describe("ignored files", () => {
    const files = {
      ".gitignore": "dist\n*.log\n",
      "dist/out": "built",
      "app/node_modules/m": "module",
      "app/src": "source",
      ".git/objects/x.log": "object",
      "err.log": "log",
    };
    const left = { "dist/out": "other", "app/node_modules/n": "new", "err.log": "more" };

    it("are left out, named, and not touched by a restore; .git is covered", async () => {
      const { volume, objects } = await given(files);
      const taken = await volume.snapshots.take(objects);
      expect(taken.left_out.ignored).toEqual({ count: 3, paths: ["app/node_modules", "dist", "err.log"] });
      expect(taken.files).toBe(3);
      await writeFiles(volume, { ...left, "app/src": "changed", "new/node_modules/x": "x", "new/y": "y" });
      await volume.remove(".git");
      const { removed } = await volume.snapshots.restore(objects, taken.root);
      expect(removed.paths).toEqual(["new/y"]);
      expect(Object.keys(await stateOf(volume)).filter((path) => path.startsWith("new"))).toEqual([
        "new",
        "new/node_modules",
        "new/node_modules/x",
      ]);
      for (const [path, text] of Object.entries({ ...files, ...left }))
        expect(await textOf(volume, path), path).toBe(text);
    });

    it("are covered where that is asked for", async () => {
      const { volume, objects } = await given(files);
      const before = await stateOf(volume);
      const taken = await volume.snapshots.take(objects, { ignored: true });
      expect(taken.left_out.ignored).toEqual({ count: 0, paths: [] });
      await writeFiles(volume, { ...left, "new/node_modules/x": "x" });
      await volume.snapshots.restore(objects, taken.root, { ignored: true });
      expect(await stateOf(volume)).toEqual(before);
    });

    it("stay where the snapshot's rules ignored them, even if nothing ignores them now", async () => {
      const { volume, objects } = await given(files);
      const { root } = await volume.snapshots.take(objects);
      await volume.remove(".gitignore");
      await volume.snapshots.restore(objects, root);
      expect(await textOf(volume, "dist/out")).toBe("built");
      expect(await textOf(volume, "err.log")).toBe("log");
    });

    it("stay where they are ignored now, for no snapshot could bring them back", async () => {
      const { volume, objects } = await given({ a: "1" });
      const { root } = await volume.snapshots.take(objects);
      await writeFiles(volume, { ".gitignore": "secret\n", secret: "precious", public: "x" });
      await volume.snapshots.restore(objects, root);
      expect(await stateOf(volume)).toEqual({ a: "31", secret: "70726563696f7573" });
    });

    it("go with a directory where the snapshot has a file, which the answer names", async () => {
      const { volume, objects } = await given({ a: "file" });
      const before = await stateOf(volume);
      const { root } = await volume.snapshots.take(objects);
      await volume.remove("a");
      await writeFiles(volume, { "a/x/y": "1", "a/node_modules/z": "ignored" });
      const expected = {
        restored: { count: 1, paths: ["a"] },
        removed: { count: 3, paths: ["a", "a/x", "a/x/y"] },
        unchanged: 0,
      };
      expect(await volume.snapshots.restore(objects, root, { dryRun: true })).toEqual(expected);
      expect(await volume.snapshots.restore(objects, root)).toEqual(expected);
      expect(await stateOf(volume)).toEqual(before);
    });

    it("are still covered where they were before they were ignored", async () => {
      const { volume, objects } = await given({ "conf/local": "1" });
      const first = await volume.snapshots.take(objects);
      await writeFiles(volume, { ".gitignore": "conf\n", "conf/local": "2", "conf/new": "x" });
      const second = await volume.snapshots.take(objects, { base: first.root });
      expect(second.left_out.ignored.paths).toEqual(["conf/new"]);
      await writeFiles(volume, { "conf/local": "3" });
      await volume.snapshots.restore(objects, second.root);
      expect(await textOf(volume, "conf/local")).toBe("2");
    });
  });

  describe(`${SEQUENCES} random sequences of changes`, () => {
    it("are undone by a restore, tree by tree, and compared as one compares them by hand", async () => {
      for (let seed = 1; seed <= SEQUENCES; seed++) {
        const random = randomFrom(seed);
        const { volume, objects } = await given();
        const moments: { readonly root: string; readonly state: Record<string, string> }[] = [];
        for (let moment = 0; moment < 3; moment++) {
          await changeAtRandom(volume, random, 8);
          const base = moments.at(-1)?.root ?? null;
          const { root } = await volume.snapshots.take(objects, { base });
          expect((await volume.snapshots.take(objects, { base: root })).root, `seed ${seed}`).toBe(root);
          moments.push({ root, state: await stateOf(volume) });
        }
        await changeAtRandom(volume, random, 8);
        for (const { root, state } of [...moments, ...moments.toReversed()]) {
          await volume.snapshots.restore(objects, root);
          expect(await stateOf(volume), `seed ${seed}`).toEqual(state);
        }
        const [first, , last] = moments;
        if (first === undefined || last === undefined) continue;
        const found = await Array.fromAsync(diffSnapshots(objects, first.root, last.root));
        const naive = [...new Set([...Object.keys(first.state), ...Object.keys(last.state)])].filter(
          (path) => first.state[path] !== last.state[path],
        );
        expect(found.map(({ path }) => path).sort(), `seed ${seed}`).toEqual(naive.sort());
        const walked = await Array.fromAsync(new SnapshotReader(objects, last.root).walk());
        expect(walked.map(({ path }) => path).sort()).toEqual(Object.keys(last.state).sort());
      }
    });
  });

  describe("a restore", () => {
    it("is refused by a volume that has no space for it, with each file old or new", async () => {
      const { volume: roomy, objects } = await given({ big: blocks(20), small: "x" });
      const { root } = await roomy.snapshots.take(objects);
      const narrow = await aVolume({ maxBytes: 10 * blocks(1).length, maxInodes: 100 });
      if (!isSnapshotVolume(narrow) || !Number.isFinite(narrow.quota.bytes)) return;
      await writeFiles(narrow, { big: "old" });
      expect(await codeOf(narrow.snapshots.restore(objects, root))).toBe("quota_exceeded");
      expect(await textOf(narrow, "big")).toBe("old");
    });
  });
}
