import { link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { givenFolder } from "../given.test-support.ts";
import { accessBeside, type Others } from "../watched-access.test-support.ts";
import { UNLIMITED } from "./use.ts";

const BLOCK = 4_096;

/** A volume with files of so many blocks each. Directories are listed in the order of their names. */
async function given(files: Readonly<Record<string, number>>) {
  const others: Others = {};
  const folder = await givenFolder({}, accessBeside(others));
  const at = (path: string) => join(folder.files, path);
  for (const [path, blocks] of Object.entries(files)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), Buffer.alloc(blocks * BLOCK));
  }
  return {
    at,
    /** Measures the volume, and runs `work` each time before a directory of that name is listed. */
    async blocksWhile(work: Readonly<Record<string, (time: number) => Promise<void>>>): Promise<VolumeUse> {
      const times = new Map<string, number>();
      others.beforeList = async (path) => {
        const name = basename(path);
        times.set(name, (times.get(name) ?? 0) + 1);
        await work[name]?.(times.get(name) ?? 0);
      };
      const { bytes, inodes } = await folder.volume.usage({ upTo: UNLIMITED });
      return { bytes: bytes / BLOCK, inodes };
    },
  };
}

const FILES = { "a/f": 1, "m/f": 1, "z/big/deep/f": 100, "z/f": 1 };
/** With the directories a, m, z, big and deep. */
const ALL = { bytes: 103 + 5, inodes: 4 + 5 };

const once = (work: () => Promise<void>) => async (time: number) => {
  if (time === 1) await work();
};

it("a folder that is moved to a path that was already read counts", async () => {
  const { at, blocksWhile } = await given(FILES);
  expect(await blocksWhile({})).toEqual(ALL);
  expect(await blocksWhile({ m: once(() => rename(at("z/big"), at("a/big"))) })).toEqual(ALL);
});

it("a folder that is moved from a path that was already read counts once", async () => {
  const { at, blocksWhile } = await given({ ...FILES, "a/large/f": 50 });
  const more = { bytes: ALL.bytes + 51, inodes: ALL.inodes + 2 };
  expect(await blocksWhile({ m: once(() => rename(at("a/large"), at("z/large"))) })).toEqual(more);
});

it("a folder that is moved just when it is found still counts", async () => {
  const { at, blocksWhile } = await given(FILES);
  const away = once(() => rename(at("z/big"), at("a/big")));
  const back = async (time: number) => {
    if (time === 2) await rename(at("a/big"), at("m/moved"));
  };
  expect(await blocksWhile({ z: away, a: back })).toEqual(ALL);
});

it("a file that is moved counts once", async () => {
  const { at, blocksWhile } = await given({ ...FILES, "z/last": 30 });
  const more = { bytes: ALL.bytes + 30, inodes: ALL.inodes + 1 };
  expect(await blocksWhile({ m: once(() => rename(at("z/last"), at("a/last"))) })).toEqual(more);
  expect(await blocksWhile({ m: once(() => rename(at("a/last"), at("z/last"))) })).toEqual(more);
});

it("a file with several names counts once, also in a folder that is listed again", async () => {
  const { at, blocksWhile } = await given(FILES);
  for (const name of ["a/another", "z/another"]) await link(at("a/f"), at(name));
  const touched = once(() => writeFile(at("a/new"), ""));
  expect(await blocksWhile({ m: touched })).toEqual({ ...ALL, inodes: ALL.inodes + 1 });
});

it("a folder that is removed meanwhile does not count", async () => {
  const { at, blocksWhile } = await given({ ...FILES, "a/large/deep/f": 50 });
  expect(await blocksWhile({ m: once(() => rm(at("a/large"), { recursive: true })) })).toEqual(ALL);
});

it("the measurement of a folder that keeps changing ends", async () => {
  const { at, blocksWhile } = await given(FILES);
  const use = await blocksWhile({ a: async (time) => writeFile(at(`z/new${time}`), "") });
  expect(use.bytes).toBe(ALL.bytes);
});
