import { describe, expect, it } from "vitest";
import { bytes, codeOf, textOf, type Given } from "./given.ts";

/** 1.5 MiB without a period that a chunk size could hide. */
function manyBytes(): Uint8Array {
  const content = new Uint8Array(1_572_864);
  for (let index = 0; index < content.length; index++) content[index] = (index * 31 + (index >> 8)) & 0xff;
  return content;
}

export function readingSuite({ aVolume }: Given): void {
  describe("reading", () => {
    it("gives the bytes that were written, whatever they are", async () => {
      const volume = await aVolume();
      const content = manyBytes();
      await volume.write("all", content);
      const { entry, body } = await volume.read("all");
      expect(entry).toMatchObject({ path: "all", name: "all", type: "file", size: content.length });
      expect(entry).toEqual(await volume.stat("all"));
      const read = await new Response(body).bytes();
      expect(read.length).toBe(content.length);
      expect(read.every((byte, index) => byte === content[index])).toBe(true);
    });

    it.each([
      { range: {}, text: "0123456789" },
      { range: { start: 3 }, text: "3456789" },
      { range: { start: 3, end: 5 }, text: "345" },
      { range: { end: 0 }, text: "0" },
      { range: { start: 9 }, text: "9" },
      { range: { start: 0, end: 99 }, text: "0123456789" },
    ])("gives the range $range", async ({ range, text }) => {
      const volume = await aVolume();
      await volume.write("f", bytes("0123456789"));
      const { entry } = await volume.read("f", { start: 0, end: 0 });
      expect(entry.size).toBe(10);
      expect(await textOf(volume, "f", range)).toBe(text);
    });

    it("gives a range across chunks", async () => {
      const volume = await aVolume();
      const content = manyBytes();
      await volume.write("f", content);
      const { body } = await volume.read("f", { start: 200_001, end: 1_400_000 });
      const read = await new Response(body).bytes();
      expect(read.length).toBe(1_200_000);
      expect(read.every((byte, index) => byte === content[index + 200_001])).toBe(true);
    });

    it.each([{ start: 10 }, { start: 99, end: 100 }, { start: 5, end: 4 }, { start: -1 }, { start: 0.5 }])(
      "refuses the range %j of ten bytes",
      async (range) => {
        const volume = await aVolume();
        await volume.write("f", bytes("0123456789"));
        expect(await codeOf(volume.read("f", range))).toBe("range_not_satisfiable");
      },
    );

    it("gives no bytes of an empty file", async () => {
      const volume = await aVolume();
      const { entry } = await volume.write("empty", new Uint8Array(0));
      expect(entry.size).toBe(0);
      expect(await textOf(volume, "empty")).toBe("");
      expect(await codeOf(volume.read("empty", { start: 0, end: 0 }))).toBe("range_not_satisfiable");
    });

    it("tells what is no file", async () => {
      const volume = await aVolume();
      await volume.write("dir/file", bytes("x"));
      expect(await codeOf(volume.read("dir"))).toBe("invalid_path");
      expect(await codeOf(volume.read(""))).toBe("invalid_path");
      expect(await codeOf(volume.read("absent"))).toBe("not_found");
      expect(await codeOf(volume.read("absent/file"))).toBe("not_found");
      expect(await codeOf(volume.read("dir/file/below"))).toBe("not_found");
    });

    it("gives a body that nobody can change the file with, and that may be dropped", async () => {
      const volume = await aVolume();
      const content = bytes("original");
      await volume.write("f", content);
      content.fill(0);
      const { body } = await volume.read("f");
      for await (const chunk of body) chunk.fill(0);
      expect(await textOf(volume, "f")).toBe("original");
      const { body: dropped } = await volume.read("f");
      await dropped.cancel();
      expect(await textOf(volume, "f")).toBe("original");
    });

    it("goes on with the old content when the file is replaced or removed meanwhile", async () => {
      const volume = await aVolume();
      const content = manyBytes();
      await volume.write("f", content);
      const [first, second] = [await volume.read("f"), await volume.read("f")];
      await volume.write("f", bytes("new"));
      expect((await new Response(first.body).bytes()).length).toBe(content.length);
      await volume.remove("f");
      expect((await new Response(second.body).bytes()).length).toBe(content.length);
    });
  });

  describe("stat", () => {
    it("tells files, directories and what is absent", async () => {
      const volume = await aVolume();
      const before = Date.now();
      await volume.write("dir/file", bytes("four"));
      const file = await volume.stat("dir/file");
      expect(file).toMatchObject({ path: "dir/file", name: "file", type: "file", size: 4 });
      expect(file?.etag).toMatch(/^[\w.:+-]+$/);
      expect(Math.abs((file?.mtime ?? 0) - before)).toBeLessThan(60_000);
      expect(await volume.stat("dir")).toMatchObject({ path: "dir", name: "dir", type: "dir", size: 0 });
      expect(await volume.stat("")).toMatchObject({ path: "", name: "", type: "dir", size: 0 });
      expect(await volume.stat("absent")).toBeNull();
      expect(await volume.stat("absent/below")).toBeNull();
      expect(await volume.stat("dir/file/below")).toBeNull();
    });

    it("takes one trailing slash", async () => {
      const volume = await aVolume();
      await volume.makeDirectory("dir/");
      expect((await volume.stat("dir/"))?.path).toBe("dir");
    });
  });
}
