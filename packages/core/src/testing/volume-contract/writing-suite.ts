import { describe, expect, it } from "vitest";
import { bytes, codeOf, heldBody, streamOf, textOf, tree, type Given } from "./given.ts";

export function writingSuite({ aVolume }: Given): void {
  describe("writing", () => {
    it("makes the file with its parents and tells it", async () => {
      const volume = await aVolume();
      const { entry, created } = await volume.write("a/b/c.txt", bytes("hello"));
      expect(created).toBe(true);
      expect(entry).toMatchObject({ path: "a/b/c.txt", name: "c.txt", type: "file", size: 5 });
      expect(entry).toEqual(await volume.stat("a/b/c.txt"));
      expect(await tree(volume)).toEqual(["a/", "a/b/", "a/b/c.txt"]);
    });

    it("replaces a file, longer or shorter", async () => {
      const volume = await aVolume();
      await volume.write("f", bytes("first content"));
      expect(await volume.write("f", bytes("2nd"))).toMatchObject({ created: false, entry: { size: 3 } });
      expect(await textOf(volume, "f")).toBe("2nd");
      await volume.write("f", bytes("third and longer content"));
      expect(await textOf(volume, "f")).toBe("third and longer content");
    });

    it("makes a file executable by its owner's bit alone, and keeps the mode of a file that is replaced", async () => {
      const volume = await aVolume();
      const write = async (path: string, mode?: number) =>
        (await volume.write(path, bytes("x"), mode === undefined ? {} : { mode })).entry.executable;
      expect(await write("plain"), "a file is executable without a mode").toBe(false);
      expect(await write("run", 0o744), "the owner's x bit does not make a file executable").toBe(true);
      expect(await write("others", 0o655), "x bits of others make a file executable").toBe(false);
      expect(await write("run", 0o644), "a replaced file did not keep its own mode").toBe(true);
      expect(await write("run"), "a replaced file did not keep its own mode").toBe(true);
      expect(await write("plain", 0o755), "a replaced file did not keep its own mode").toBe(false);
      expect((await volume.stat("run"))?.executable).toBe(true);
      expect((await volume.move("run", "moved")).executable, "a moved file did not keep its mode").toBe(true);
    });

    it("takes a stream with chunks of any size", async () => {
      const volume = await aVolume();
      const sizes = [0, 1, 70_000, 3, 0, 300_000, 262_144, 5];
      const chunks = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
      await volume.write("f", streamOf(chunks));
      const read = await new Response((await volume.read("f")).body).bytes();
      expect(read).toEqual(new Uint8Array(await new Blob(chunks).arrayBuffer()));
    });

    it("keeps the bytes as they were, whatever the caller does with them afterwards", async () => {
      const volume = await aVolume();
      const [whole, chunk] = [bytes("whole"), bytes("chunk")];
      await volume.write("whole", whole);
      await volume.write("stream", streamOf([chunk]));
      whole.fill(0);
      chunk.fill(0);
      expect([await textOf(volume, "whole"), await textOf(volume, "stream")]).toEqual(["whole", "chunk"]);
    });

    it("takes an empty stream", async () => {
      const volume = await aVolume();
      expect(await volume.write("f", streamOf([]))).toMatchObject({ created: true, entry: { size: 0 } });
    });

    it("shows nothing before the body has ended", async () => {
      const volume = await aVolume();
      await volume.write("old", bytes("old"));
      const [added, replacing] = [heldBody(), heldBody()];
      const writes = [volume.write("dir/new", added.body), volume.write("old", replacing.body)];
      await added.give("part");
      await replacing.give("part");
      expect(await volume.stat("dir/new"), "the file is seen before its body has ended").toBeNull();
      expect(await textOf(volume, "old"), "the new content is seen before its body has ended").toBe("old");
      expect((await tree(volume)).filter((path) => path !== "dir/")).toEqual(["old"]);
      await added.end();
      await replacing.end();
      await Promise.all(writes);
      expect(await tree(volume)).toEqual(["dir/", "dir/new", "old"]);
      expect(await textOf(volume, "old")).toBe("part");
    });

    it("keeps the old content and leaves nothing behind when the body fails", async () => {
      const volume = await aVolume();
      await volume.write("dir/f", bytes("old"));
      const failure = new Error("the line broke");
      await expect(volume.write("dir/f", streamOf(["ne", "w"], { failure }))).rejects.toBe(failure);
      await expect(volume.write("dir/g", streamOf(["new"], { failure }))).rejects.toBe(failure);
      expect(await tree(volume), "a write that failed left a file").toEqual(["dir/", "dir/f"]);
      expect(await textOf(volume, "dir/f"), "a write that failed changed the file").toBe("old");
    });

    it("refuses more than maxBytes, keeps the old content and cancels the body", async () => {
      const volume = await aVolume();
      await volume.write("f", bytes("old"));
      let cancelled = 0;
      // Ends, so that a volume that ignores the limit fails the test instead of using all memory.
      const large = function* () {
        for (let count = 0; count < 10_000; count++) yield new Uint8Array(1_000);
      };
      const body = () => streamOf(large(), { onCancel: () => ++cancelled });
      expect(await codeOf(volume.write("f", body(), { maxBytes: 4_500 }))).toBe("payload_too_large");
      expect(await codeOf(volume.write("g", body(), { maxBytes: 4_500 }))).toBe("payload_too_large");
      expect(await codeOf(volume.write("g", bytes("12345"), { maxBytes: 4 }))).toBe("payload_too_large");
      expect(cancelled, "a refused body was not cancelled").toBe(2);
      expect(await tree(volume)).toEqual(["f"]);
      expect(await textOf(volume, "f")).toBe("old");
      expect(await codeOf(volume.write("g", streamOf(["1234"]), { maxBytes: 4 }))).toBe("ok");
    });

    it("refuses what is no file, and cancels the body", async () => {
      const volume = await aVolume();
      await volume.write("dir/file", bytes("x"));
      let cancelled = 0;
      const body = () => streamOf(["y"], { onCancel: () => ++cancelled });
      expect(await codeOf(volume.write("dir", body()))).toBe("already_exists");
      expect(await codeOf(volume.write("dir/file/below", body()))).toBe("already_exists");
      expect(await codeOf(volume.write("dir/file/far/below", body()))).toBe("already_exists");
      expect(await codeOf(volume.write("", body()))).toBe("invalid_path");
      expect(cancelled, "a refused body was not cancelled").toBe(4);
      expect(await tree(volume)).toEqual(["dir/", "dir/file"]);
    });

    it("takes many small files at once", async () => {
      const volume = await aVolume();
      const paths = Array.from({ length: 300 }, (_, index) => `d${index % 7}/f${index}`);
      await Promise.all(paths.map((path) => volume.write(path, bytes(path))));
      const files = (await tree(volume)).filter((path) => !path.endsWith("/"));
      expect(files).toEqual([...paths].sort());
      for (const path of paths.slice(0, 20)) expect(await textOf(volume, path)).toBe(path);
    });
  });
}
