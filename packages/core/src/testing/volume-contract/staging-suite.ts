import { describe, expect, it } from "vitest";
import type { CompleteVolume } from "../../ports/volume.ts";
import { BLOCK_BYTES, blocks, bytes, codeOf, streamOf, textOf, tree, type CompleteGiven } from "./given.ts";

async function staged(volume: CompleteVolume, files: Readonly<Record<string, string | null>>) {
  const staging = await volume.stage();
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await staging.makeDirectory(path);
    else await staging.write(path, streamOf([text]));
  }
  return staging;
}

export function stagingSuite({ aVolume }: CompleteGiven): void {
  describe("a staging area", () => {
    it("is seen by nobody, and becomes part of the volume as a whole", async () => {
      const volume = await aVolume();
      const staging = await staged(volume, { "a/b": "1", "a/c/d": "2", e: "", empty: null });
      expect(await tree(volume)).toEqual([]);
      await staging.commit("");
      const all = ["a/", "a/b", "a/c/", "a/c/d", "e", "empty/"];
      expect(await tree(volume)).toEqual(all);
      await staging.discard();
      expect(await tree(volume)).toEqual(all);
      expect([await textOf(volume, "a/b"), await textOf(volume, "a/c/d")]).toEqual(["1", "2"]);
    });

    it("goes into a directory that is made for it", async () => {
      const volume = await aVolume();
      const staging = await staged(volume, { f: "1" });
      await staging.commit("x/y");
      await staging.discard();
      expect(await tree(volume)).toEqual(["x/", "x/y/", "x/y/f"]);
    });

    it("replaces files, merges directories and leaves the rest", async () => {
      const volume = await aVolume();
      for (const path of ["d/a/old", "d/a/kept", "d/b", "other"]) await volume.write(path, bytes("old"));
      const before = await volume.stat("d/a/old");
      const staging = await staged(volume, { "a/old": "new", "a/added/x": "1", c: "2" });
      await staging.commit("d");
      await staging.discard();
      expect(await tree(volume)).toEqual([
        ...["d/", "d/a/", "d/a/added/", "d/a/added/x", "d/a/kept", "d/a/old", "d/b", "d/c", "other"],
      ]);
      expect([await textOf(volume, "d/a/old"), await textOf(volume, "d/a/kept")]).toEqual(["new", "old"]);
      expect((await volume.stat("d/a/old"))?.etag).not.toBe(before?.etag);
    });

    it.each([
      ["a file where a directory is", "", { "new/a": "1", "z/dir": "2" }],
      ["a directory where a file is", "", { "new/a": "1", "z/file/below": "2" }],
      ["an empty directory where a file is", "", { "new/a": "1", "z/file": null }],
      ["anything below a file", "z/file/below", { a: "1" }],
      ["anything instead of a file", "z/file", { a: "1" }],
    ])("does not put %s, and changes nothing then", async (_what, dest, files) => {
      const volume = await aVolume();
      await volume.write("z/file", bytes("old"));
      await volume.write("z/dir/f", bytes("old"));
      const before = await tree(volume);
      const staging = await staged(volume, files);
      expect(await codeOf(staging.commit(dest))).toBe("already_exists");
      await staging.discard();
      expect(await tree(volume)).toEqual(before);
      expect(await textOf(volume, "z/file")).toBe("old");
    });

    it("that is given up leaves nothing", async () => {
      const volume = await aVolume({ maxBytes: 1_000 * BLOCK_BYTES });
      const staging = await staged(volume, { "a/b": "x".repeat(900) });
      await staging.discard();
      await staging.discard();
      expect(await tree(volume)).toEqual([]);
      expect(await volume.usage()).toEqual({ bytes: 0, inodes: 0 });
      expect(await codeOf(volume.write("f", blocks(1_000)))).toBe("ok");
    });

    it("takes a path once", async () => {
      const volume = await aVolume();
      const staging = await staged(volume, { "a/b": "1", d: null });
      expect(await codeOf(staging.write("a/b", bytes("2")))).toBe("already_exists");
      expect(await codeOf(staging.write("a", bytes("2")))).toBe("already_exists");
      expect(await codeOf(staging.write("a/b/c", bytes("2")))).toBe("already_exists");
      expect(await codeOf(staging.makeDirectory("a/b"))).toBe("already_exists");
      expect(await codeOf(staging.makeDirectory("d"))).toBe("ok");
      await staging.commit("");
      await staging.discard();
      expect(await textOf(volume, "a/b")).toBe("1");
    });

    it.each(["../x", "/x", "a/../../x", "", "a//b", "a\0", "\ud800"])("refuses the path %j", async (path) => {
      const volume = await aVolume();
      const staging = await volume.stage();
      let cancelled = 0;
      const body = streamOf(["x"], { onCancel: () => ++cancelled });
      expect(await codeOf(staging.write(path, body))).toBe("invalid_path");
      expect(cancelled).toBe(1);
      if (path !== "") expect(await codeOf(staging.commit(path))).toBe("invalid_path");
      await staging.discard();
      expect(await tree(volume)).toEqual([]);
    });

    it("keeps which files may be run", async () => {
      const volume = await aVolume();
      const staging = await volume.stage();
      await staging.write("run", bytes("x"), { mode: 0o755 });
      await staging.write("data", bytes("x"));
      await staging.commit("");
      await staging.discard();
      const { entries } = await volume.list("");
      expect(entries.map(({ name, executable }) => [name, executable])).toEqual([
        ["data", false],
        ["run", true],
      ]);
    });

    it("copies what is staged", async () => {
      const volume = await aVolume();
      const staging = await volume.stage();
      await staging.write("run", blocks(4), { mode: 0o755 });
      await staging.copy("d/copy", "run");
      expect(await codeOf(staging.copy("d/copy", "run"))).toBe("already_exists");
      expect(await codeOf(staging.copy("other", "absent"))).toBe("not_found");
      expect(await codeOf(staging.copy("../x", "run"))).toBe("invalid_path");
      await staging.commit("");
      await staging.discard();
      expect(await volume.stat("d/copy")).toMatchObject({ size: 4 * BLOCK_BYTES, executable: true });
    });

    it("takes links, or refuses them and stays as it was", async () => {
      const volume = await aVolume();
      await volume.write("file", bytes("old"));
      await volume.write("dir/f", bytes("old"));
      const staging = await volume.stage();
      expect(await codeOf(staging.symlink("../x", "file"))).toBe("invalid_path");
      const code = await codeOf(staging.symlink("d/link", "../file"));
      expect(["ok", "invalid_request"]).toContain(code);
      await staging.commit("");
      await staging.discard();
      expect(await tree(volume)).toEqual(
        ["dir/", "dir/f", "file", ...(code === "ok" ? ["d/", "d/link"] : [])].sort(),
      );
      expect(await codeOf(volume.readLink("file"))).toBe("invalid_path");
      expect(await codeOf(volume.readLink("absent"))).toBe("not_found");
      if (code === "ok") expect(await volume.readLink("d/link")).toBe("../file");
    });

    it("throws on what a body fails with, and holds nothing of it", async () => {
      const volume = await aVolume();
      const staging = await volume.stage();
      const failure = new Error("the line broke");
      await expect(staging.write("f", streamOf(["part"], { failure }))).rejects.toBe(failure);
      await expect(staging.spool(streamOf(["part"], { failure }))).rejects.toBe(failure);
      await staging.commit("");
      await staging.discard();
      expect(await tree(volume)).toEqual([]);
    });

    it("stands beside others, and the last one committed counts", async () => {
      const volume = await aVolume();
      const areas = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          staged(volume, { "d/same": `area ${index}`, [`d/own${index}`]: "x" }),
        ),
      );
      await Promise.all(areas.map((staging) => staging.commit("")));
      await Promise.all(areas.map((staging) => staging.discard()));
      expect(await tree(volume)).toHaveLength(8);
      expect(await textOf(volume, "d/same")).toMatch(/^area \d$/);
    });
  });

  describe("a spooled body", () => {
    it("is read by ranges, as often as wanted, and is never committed", async () => {
      const volume = await aVolume();
      const staging = await volume.stage();
      const spooled = await staging.spool(streamOf(["hello ", "world"]));
      const read = async (start: number, end: number) => new Response(await spooled.read(start, end)).text();
      expect(spooled.size).toBe(11);
      expect(await Promise.all([read(0, 11), read(6, 11), read(0, 5), read(3, 3)])).toEqual([
        ...["hello world", "world", "hello", ""],
      ]);
      await spooled.release();
      await spooled.release();
      await staging.commit("");
      await staging.discard();
      expect(await tree(volume)).toEqual([]);
    });

    it("of many bytes is streamed", async () => {
      const volume = await aVolume();
      const staging = await volume.stage();
      const spooled = await staging.spool(streamOf(Array.from({ length: 30 }, () => blocks(25))));
      for (const [start, end] of [
        [0, 3_000_000],
        [1, 2_999_999],
      ] as const) {
        expect((await new Response(await spooled.read(start, end)).bytes()).length).toBe(end - start);
      }
      await (await spooled.read(0, 3_000_000)).cancel();
      await staging.discard();
    });

    it("has a limit", async () => {
      const staging = await (await aVolume()).stage();
      const body = streamOf([blocks(60), blocks(41)]);
      expect(await codeOf(staging.spool(body, { maxBytes: 100 * BLOCK_BYTES }))).toBe("payload_too_large");
      await staging.discard();
    });
  });
}
