import { describe, expect, it } from "vitest";
import { memoryObjects } from "../../memory/objects/memory-objects.ts";
import type { ObjectStore } from "../../ports/object-store.ts";
import { SnapshotReader } from "../../snapshots/snapshot-reader.ts";
import { fakeClock } from "../fake-clock/fake-clock.ts";
import { bytesOf, keysBelow, listed } from "../object-store-contract/given.ts";
import { codeOf, textOf, type Given } from "./given.ts";
import { changeObjects, givenSnapshots, writeFiles } from "./given-snapshots.ts";

/** For volumes with the part `snapshots`: objects that are damaged, and storage that fails. */
export function snapshotObjectsSuite({ aVolume }: Given): void {
  const given = givenSnapshots(aVolume);

  describe("the objects of a snapshot", () => {
    const files = { "a/b": "content of b", "a/c": "content of c", large: new Uint8Array(1_100_000).fill(7) };

    async function damagedRestore(damage: (objects: ObjectStore) => Promise<void>): Promise<string> {
      const { volume, objects } = await given(files);
      const { root } = await volume.snapshots.take(objects);
      await writeFiles(volume, { "a/b": "new b", "a/c": "new c", large: "new large" });
      await damage(objects);
      const code = await codeOf(volume.snapshots.restore(objects, root));
      const [b, c] = [await textOf(volume, "a/b"), await textOf(volume, "a/c")];
      expect(["new b", "content of b"]).toContain(b);
      expect(["new c", "content of c"]).toContain(c);
      return code;
    }

    it.each(["p/", "c/"])("are missed where one of %s is missing", async (prefix) => {
      const code = await damagedRestore((objects) =>
        changeObjects(objects, (object, key) => (key.startsWith(prefix) ? null : object)),
      );
      expect(code).toBe("object_corrupt");
    });

    it.each([
      ["the last byte", (object: Uint8Array) => object.subarray(0, object.length - 1)],
      ["everything", () => new Uint8Array()],
    ])("are refused where %s is cut off", async (_, cut) => {
      expect(await damagedRestore((objects) => changeObjects(objects, cut))).toBe("object_corrupt");
    });

    it("are refused where one is another's, or a bit differs", async () => {
      const flip = (object: Uint8Array) => object.with(0, (object[0] ?? 0) ^ 1);
      expect(await damagedRestore((objects) => changeObjects(objects, flip))).toBe("object_corrupt");
      const swap = async (objects: ObjectStore) => {
        const [first = "", another = ""] = await keysBelow(objects, "");
        await objects.put(first, (await bytesOf(objects, another)) ?? new Uint8Array());
      };
      expect(await damagedRestore(swap)).toBe("object_corrupt");
    });

    it("are put again where they are there, so that a collector takes none of them for old", async () => {
      const clock = fakeClock(5_000);
      const objects = memoryObjects({ clock });
      const { volume } = await given(files);
      const { objects: keys } = await volume.snapshots.take(objects);
      await clock.advance(10);
      await volume.snapshots.take(objects);
      const stored = await listed(objects, "");
      expect(stored.map(({ key, modifiedAt }) => [key, modifiedAt])).toEqual(keys.map((key) => [key, 5_010]));
    });

    it("are read once for the files of a directory, and small files together", async () => {
      const names = Array.from({ length: 20 }, (_, index) => `files/${index + 10}`);
      const empty = { "files/empty": "" };
      const { volume, objects } = await given({
        ...Object.fromEntries(names.map((name) => [name, name])),
        ...empty,
      });
      const { root } = await volume.snapshots.take(objects);
      let calls = 0;
      const counted: ObjectStore = { ...objects, get: (...args) => ((calls += 1), objects.get(...args)) };
      const reader = new SnapshotReader(counted, root);
      for (const name of names) expect(await new Response((await reader.read(name)).body).text()).toBe(name);
      expect(calls).toBe(names.length + 2);
      calls = 0;
      const found = await Array.fromAsync(new SnapshotReader(counted, root).readBelow("", 8));
      expect(found.map(({ entry, bytes }) => [entry.path, bytes && new TextDecoder().decode(bytes)])).toEqual(
        [["files", null], ...names.map((name) => [name, name]), ["files/empty", ""]],
      );
      expect(calls).toBe(3);
      const [, file] = await Array.fromAsync(reader.readBelow("", 7));
      expect(file).toMatchObject({ entry: { path: "files/10" }, bytes: null });
    });

    it("are read in part to read a file, and damage does not become a wrong file", async () => {
      const { volume, objects } = await given(files);
      const { root } = await volume.snapshots.take(objects);
      const reader = new SnapshotReader(objects, root);
      const read = async (path: string) => new Response((await reader.read(path)).body).text();
      expect(await read("a/b")).toBe("content of b");
      expect((await reader.list("a")).map(({ path, type, size }) => [path, type, size])).toEqual([
        ["a/b", "file", 12],
        ["a/c", "file", 12],
      ]);
      expect(await reader.stat("a/none")).toBeNull();
      expect(await codeOf(reader.read("a"))).toBe("invalid_path");
      expect(await codeOf(reader.read("none"))).toBe("not_found");
      await changeObjects(objects, (object) => object.with(object.length - 1, 0));
      await expect(read("large")).rejects.toMatchObject({ code: "object_corrupt" });
    });

    it("fail with the error of their storage, whichever of them fails", async () => {
      const { volume, objects } = await given(files);
      const failure = new Error("The bucket is gone.");
      for (const failing of [1, 2, 3]) {
        let puts = 0;
        const put: ObjectStore["put"] = async (...call) => {
          puts += 1;
          if (puts === failing) throw failure;
          return objects.put(...call);
        };
        await expect(volume.snapshots.take({ ...objects, put }), `put ${failing}`).rejects.toBe(failure);
      }
      const { root } = await volume.snapshots.take(objects);
      await volume.remove("a");
      const get = () => Promise.reject(failure);
      await expect(volume.snapshots.restore({ ...objects, get }, root)).rejects.toBe(failure);
    });

    it("are not used after an abort, and what is no root is refused", async () => {
      const { volume, objects } = await given(files);
      const reason = new Error("The turn was interrupted.");
      const signal = AbortSignal.abort(reason);
      await expect(volume.snapshots.take(objects, { signal })).rejects.toBe(reason);
      expect(await keysBelow(objects, "")).toEqual([]);
      const { root } = await volume.snapshots.take(objects);
      await volume.remove("a");
      await expect(volume.snapshots.restore(objects, root, { signal })).rejects.toBe(reason);
      expect(await volume.stat("a")).toBeNull();
      for (const other of ["", "2" + root.slice(1), root.replace(/\.[0-9]+$/, "")])
        expect(await codeOf(volume.snapshots.restore(objects, other))).toBe("invalid_request");
    });
  });
}
