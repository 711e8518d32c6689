import { describe, expect, it } from "vitest";
import type { Volume } from "../../ports/volume.ts";
import { bytes, codeOf, textOf, tree, type Given } from "./given.ts";

const HOSTILE = [
  ...["/abs", "/", "//", "..", "../x", "a/..", "a/../b", "a/../../b", ".", "./a", "a/.", "a//b", "a//"],
  ...["\0", "a\0", "a\0/b", "\ud800", "n".repeat(256), "a/".repeat(3_000)],
];

const OPERATIONS: Readonly<Record<string, (volume: Volume, path: string) => Promise<unknown>>> = {
  stat: (volume, path) => volume.stat(path),
  list: (volume, path) => volume.list(path),
  read: (volume, path) => volume.read(path),
  write: (volume, path) => volume.write(path, bytes("x")),
  makeDirectory: (volume, path) => volume.makeDirectory(path),
  remove: (volume, path) => volume.remove(path),
  "move from": (volume, path) => volume.move(path, "dest"),
  "move to": (volume, path) => volume.move("a/f", path, { overwrite: true }),
};

const NAMES = [
  ...[
    "ü.txt",
    "u\u0308.txt",
    "日本語",
    "🙂",
    "a b",
    " ",
    "-rf",
    "a\\b",
    "C:",
    "a\nb",
    "'\"",
    "%2e%2e",
    "...",
  ],
  ...["..a", "$(x)", "*", "CON", "a?b#c&d", "\u202egnp", "ü".repeat(127)],
];

export function pathsSuite({ aVolume }: Given): void {
  describe("hostile paths", () => {
    it.each(Object.keys(OPERATIONS))("are refused by %s, and nothing changes", async (name) => {
      const volume = await aVolume();
      await volume.write("a/f", bytes("x"));
      await volume.write("b/g", bytes("y"));
      for (const path of HOSTILE) {
        expect([path, await codeOf(OPERATIONS[name]?.(volume, path) ?? Promise.resolve())]).toEqual([
          path,
          "invalid_path",
        ]);
      }
      expect(await tree(volume)).toEqual(["a/", "a/f", "b/", "b/g"]);
    });
  });

  describe("unusual names", () => {
    it("are names like any other", async () => {
      const volume = await aVolume();
      for (const name of NAMES) await volume.write(`dir/${name}/${name}`, bytes(name));
      const { entries } = await volume.list("dir");
      expect(entries.map((entry) => entry.name)).toEqual([...NAMES].sort());
      for (const name of NAMES) expect(await textOf(volume, `dir/${name}/${name}`)).toBe(name);
      for (const name of NAMES) await volume.move(`dir/${name}/${name}`, `dir/${name}/moved`);
      for (const name of NAMES) await volume.remove(`dir/${name}`);
      expect(await tree(volume)).toEqual(["dir/"]);
    });
  });
}
