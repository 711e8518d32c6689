import { describe, expect, it } from "vitest";
import { blobId } from "../../changes/blob-id.ts";
import { MAX_TEXT_BYTES } from "../../changes/limits.ts";
import type { Comparison, VolumeBaselines } from "../../ports/volume-baselines.ts";
import type { Volume } from "../../ports/volume.ts";
import { REMOVED_WRITER } from "../../ports/volume-baselines.ts";
import { bytes, codeOf, tree, unique, type Given } from "./given.ts";

const text = (content: Uint8Array | string | null) =>
  content === null || typeof content === "string" ? content : new TextDecoder().decode(content);

/** What changed, in one line for each path: what was kept of the old side, and what is there now. */
async function told(
  comparison: Comparison | null,
): Promise<Record<string, readonly [string | null, string | null]>> {
  if (comparison === null) throw new Error("There is no baseline.");
  const lines = comparison.changes.map(async ({ path, before, after }) => {
    const old = before === null ? null : text(await comparison.before(path));
    return [path, [old, after === null ? null : text(await comparison.after(path, 1_000))]] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

async function fill(volume: Volume, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) await volume.write(path, bytes(content));
}

/** The clock is the volume's own: nothing but time separates what was before from what is after. */
async function untilLater(): Promise<void> {
  for (const begun = Date.now(); Date.now() === begun;) await Promise.resolve();
}

/** For volumes with `capabilities.baselines`; of the others, that they have none. */
export function baselinesSuite({ aVolume, provider }: Given): void {
  async function aRemembered(
    files: Readonly<Record<string, string>>,
  ): Promise<{ volume: Volume; baselines: VolumeBaselines } | null> {
    const volume = await aVolume();
    expect(volume.baselines !== undefined).toBe(volume.capabilities.baselines);
    if (volume.baselines === undefined) return null;
    await fill(volume, files);
    await volume.baselines.record("one");
    return { volume, baselines: volume.baselines };
  }

  describe("a baseline", () => {
    it("tells what was added, changed and deleted, with what was there and what is", async () => {
      const given = await aRemembered({ same: "same", changed: "old", "deep/er/gone": "gone", "a b": "x" });
      if (given === null) return;
      const { volume, baselines } = given;
      await fill(volume, { changed: "new", "new/ü": "made", "a b": "x" });
      await volume.remove("deep");
      const comparison = await baselines.compare("one");
      expect(await told(comparison)).toEqual({
        changed: ["old", "new"],
        "deep/er/gone": ["gone", null],
        "new/ü": [null, "made"],
      });
      expect(comparison?.changes.map(({ path }) => path)).toEqual(["changed", "deep/er/gone", "new/ü"]);
      const [changed] = comparison?.changes ?? [];
      expect(changed?.before).toEqual({
        type: "file",
        executable: false,
        size: 3,
        id: await blobId(bytes("old")),
      });
      expect(changed?.after?.id).toBe(await blobId(bytes("new")));
      expect(await comparison?.after("changed", 2)).toBe("too_large");
      expect(await comparison?.after("deep/er/gone", 2)).toBe("absent");
    });

    it("tells nothing of what is as it was, and knows a file that was moved by both its names", async () => {
      const given = await aRemembered({ a: "content", b: "b" });
      if (given === null) return;
      expect((await given.baselines.compare("one"))?.changes).toEqual([]);
      await given.volume.move("a", "c");
      expect(await told(await given.baselines.compare("one"))).toEqual({
        a: ["content", null],
        c: [null, "content"],
      });
      await given.volume.move("c", "a");
      await given.volume.write("b", bytes("b"));
      expect((await given.baselines.compare("one"))?.changes).toEqual([]);
    });

    it("is the first of its name, and others are of their own moment", async () => {
      const given = await aRemembered({ f: "1" });
      if (given === null) return;
      const { volume, baselines } = given;
      await volume.write("f", bytes("2"));
      await baselines.record("one");
      await baselines.record("two");
      await volume.write("f", bytes("3"));
      expect(await told(await baselines.compare("one"))).toEqual({ f: ["1", "3"] });
      expect(await told(await baselines.compare("two"))).toEqual({ f: ["2", "3"] });
      await baselines.remove("one");
      await baselines.remove("one");
      expect(await baselines.compare("one")).toBeNull();
      expect(await told(await baselines.compare("two"))).toEqual({ f: ["2", "3"] });
    });

    it("is in nobody's sight, and goes with the workspace", async () => {
      const id = unique("ws");
      const volume = await provider().workspace(id);
      if (volume.baselines === undefined) return;
      await volume.write("f", bytes("x".repeat(1_000)));
      const used = await volume.usage();
      await volume.baselines.record("one");
      expect(await tree(volume)).toEqual(["f"]);
      expect(await volume.usage()).toEqual(used);
      await provider().removeWorkspace(id);
      expect(await (await provider().workspace(id)).baselines?.compare("one")).toBeNull();
    });

    it("keeps the content of texts alone, up to 1 MiB", async () => {
      const volume = await aVolume();
      if (volume.baselines === undefined) return;
      const contents = {
        nul: Uint8Array.of(97, 0, 98),
        latin1: Uint8Array.of(0xfc),
        large: new Uint8Array(MAX_TEXT_BYTES + 1).fill(97),
        largest: new Uint8Array(MAX_TEXT_BYTES).fill(97),
        empty: new Uint8Array(),
      };
      for (const [path, content] of Object.entries(contents)) await volume.write(path, content);
      await volume.baselines.record("one");
      for (const path of Object.keys(contents)) await volume.write(path, bytes("now"));
      const comparison = await volume.baselines.compare("one");
      const kept = comparison?.changes.map(async ({ path, before }) => [
        path,
        before?.id === (await blobId(contents[path as keyof typeof contents])),
        (await comparison.before(path))?.length ?? null,
      ]);
      expect(await Promise.all(kept ?? [])).toEqual([
        ["empty", true, 0],
        ["large", true, null],
        ["largest", true, MAX_TEXT_BYTES],
        ["latin1", true, null],
        ["nul", true, null],
      ]);
    });

    it("has names of letters, digits, - and _ that differ as written", async () => {
      const given = await aRemembered({ f: "1" });
      if (given === null) return;
      await given.baselines.record("ses_A-1");
      expect(await given.baselines.compare("ses_a-1")).toBeNull();
      expect((await given.baselines.compare("ses_A-1"))?.changes).toEqual([]);
    });
  });

  describe("what is ignored", () => {
    it("is left out, and so are .git, node_modules and caches of tools anywhere", async () => {
      const given = await aRemembered({
        ".gitignore": "*.log\n/build/\n!keep.log\n",
        "sub/.gitignore": "!loud.log\nsecret\n",
        "build/out": "1",
        ".git/config": "1",
        "sub/node_modules/p/index.js": "1",
      });
      if (given === null) return;
      await fill(given.volume, {
        "build/out": "2",
        ".git/config": "2",
        "sub/.git": "2",
        ".pytest_cache/README.md": "2",
        "sub/node_modules/p/index.js": "2",
        "a.log": "2",
        "keep.log": "2",
        "sub/loud.log": "2",
        "sub/secret": "2",
        secret: "2",
        "sub/build/out": "2",
      });
      expect(Object.keys(await told(await given.baselines.compare("one")))).toEqual([
        "keep.log",
        "secret",
        "sub/build/out",
        "sub/loud.log",
      ]);
    });

    it("later is compared all the same, where it was not before", async () => {
      const given = await aRemembered({ "src/a": "1", "src/b": "1", "lib/c": "1" });
      if (given === null) return;
      await fill(given.volume, { ".gitignore": "src\n*.tmp\n", "src/a": "2", "src/new": "2", "x.tmp": "2" });
      await given.volume.remove("src/b");
      expect(await told(await given.baselines.compare("one"))).toEqual({
        ".gitignore": [null, "src\n*.tmp\n"],
        "src/a": ["1", "2"],
        "src/b": ["1", null],
      });
    });

    it("before is never told, for nothing is known of it", async () => {
      const given = await aRemembered({ ".gitignore": "dist\n*.o\n", "dist/a": "1", "x.o": "1" });
      if (given === null) return;
      await given.volume.remove(".gitignore");
      await fill(given.volume, { "dist/a": "2", "dist/new": "2", "x.o": "2", "y.o": "2" });
      expect(Object.keys(await told(await given.baselines.compare("one")))).toEqual([".gitignore", "y.o"]);
    });
  });

  describe("a write that is noted", () => {
    it("is recorded in the baselines that began before it", async () => {
      const given = await aRemembered({});
      if (given === null) return;
      const { baselines } = given;
      const writers = async (name: string) => [...((await baselines.compare(name))?.writers ?? [])].sort();
      expect(await writers("one")).toEqual([]);
      await baselines.noteWrite("nobody");
      await baselines.noteWrite("one");
      expect(await writers("one")).toEqual(["one"]);
      await untilLater();
      await baselines.record("TWO");
      expect(await writers("TWO")).toEqual([]);
      await baselines.noteWrite("TWO");
      expect(await writers("one")).toEqual(["TWO", "one"]);
      expect(await writers("TWO")).toEqual(["TWO"]);
      await baselines.remove("TWO");
      expect(await writers("one")).toEqual([REMOVED_WRITER, "one"]);
    });
  });

  describe("the end of a baseline", () => {
    it("keeps what it tells as it was, whatever others do, until the next write", async () => {
      const given = await aRemembered({ f: "old", gone: "gone" });
      if (given === null) return;
      const { volume, baselines } = given;
      await baselines.noteWrite("one");
      await fill(volume, { f: "new", made: "made" });
      await volume.remove("gone");
      await baselines.noteWrite("one");
      await baselines.end("one");
      await untilLater();
      await baselines.record("two");
      await baselines.noteWrite("two");
      await fill(volume, { f: "another's", other: "another's", gone: "back" });
      await volume.remove("made");
      await baselines.end("one");
      const comparison = await baselines.compare("one");
      expect(await told(comparison)).toEqual({
        f: ["old", "new"],
        gone: ["gone", null],
        made: [null, "made"],
      });
      expect(comparison?.writers).toEqual(["one"]);
      expect(Object.keys(await told(await baselines.compare("two")))).toEqual(["f", "gone", "made", "other"]);

      await baselines.noteWrite("one");
      const now = await baselines.compare("one");
      expect(await told(now)).toEqual({
        f: ["old", "another's"],
        gone: ["gone", "back"],
        other: [null, "another's"],
      });
      expect([...(now?.writers ?? [])].sort()).toEqual(["one", "two"]);
    });

    it("comes again after each write, goes with the baseline, and is none without one", async () => {
      const given = await aRemembered({});
      if (given === null) return;
      const { volume, baselines } = given;
      await baselines.end("nobody");
      expect(await baselines.compare("nobody")).toBe(null);
      for (const content of ["1", "2"]) {
        await baselines.noteWrite("one");
        await fill(volume, { f: content });
        await baselines.end("one");
      }
      await fill(volume, { f: "3" });
      expect(await told(await baselines.compare("one"))).toEqual({ f: [null, "2"] });
      await baselines.remove("one");
      expect(await baselines.compare("one")).toBe(null);
      await baselines.record("one");
      await fill(volume, { f: "4" });
      expect(await told(await baselines.compare("one"))).toEqual({ f: ["3", "4"] });
    });

    it("tells a large file that was not kept only while it is the same", async () => {
      const given = await aRemembered({});
      if (given === null) return;
      const { volume, baselines } = given;
      await baselines.noteWrite("one");
      await volume.write("big", new Uint8Array(MAX_TEXT_BYTES + 1));
      await baselines.end("one");
      const after = async () => await (await baselines.compare("one"))?.after("big", MAX_TEXT_BYTES * 2);
      expect((await after())?.length).toBe(MAX_TEXT_BYTES + 1);
      expect(await (await baselines.compare("one"))?.after("big", 10)).toBe("too_large");
    });
  });

  describe("the shared volume", () => {
    it("has no baselines", async () => {
      const shared = await provider().shared(unique("tenant"));
      expect([shared.capabilities.baselines, shared.baselines]).toEqual([false, undefined]);
      expect(await codeOf(shared.stat(""))).toBe("ok");
    });
  });
}
