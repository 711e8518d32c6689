import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { givenFolder } from "../given.test-support.ts";
import { procAccess } from "./proc-access.ts";
import { walk } from "./walk.ts";

it("a walk with `unlocks` reads locked directories and restores their modes", async () => {
  const { files } = await givenFolder();
  const locked = join(files, "locked");
  await mkdir(locked);
  await writeFile(join(locked, "f"), "x");
  const modeAfter = async (unlocks: boolean) => {
    await chmod(locked, 0o400);
    await using directory = await procAccess.openTrusted(files);
    const found = await Array.fromAsync(walk(directory, { recursive: true, unlocks }));
    return { mode: (await stat(locked)).mode & 0o777, names: found.map(({ names }) => names.join("/")) };
  };
  expect((await modeAfter(false)).mode).toBe(0o400);
  expect(await modeAfter(true)).toEqual({ mode: 0o400, names: ["locked", "locked/f"] });
  await chmod(locked, 0o700);
});

it("a walk that stops early, or goes deep, restores all modes", async () => {
  const { files } = await givenFolder();
  const depth = 40;
  const paths = Array.from({ length: depth }, (_, index) =>
    join(files, ...Array<string>(index + 1).fill("d")),
  );
  for (const path of paths) await mkdir(path);
  for (const path of paths.toReversed()) await chmod(path, 0o000);
  await using directory = await procAccess.openTrusted(files);
  for (const most of [10, depth]) {
    let found = 0;
    for await (const { stats } of walk(directory, { recursive: true, unlocks: true })) {
      expect(Number(stats.mode) & 0o777).toBe(0);
      if (++found === most) break;
    }
    expect(found).toBe(most);
  }
  for (const path of paths) {
    expect((await stat(path)).mode & 0o777).toBe(0);
    await chmod(path, 0o700);
  }
});

it("the last of two walks restores the mode of a directory", async () => {
  const { files } = await givenFolder();
  const locked = join(files, "locked");
  await mkdir(locked);
  await writeFile(join(locked, "f"), "x");
  await chmod(locked, 0o300);
  await using directory = await procAccess.openTrusted(files);
  const begin = async () => {
    const found = walk(directory, { recursive: true, unlocks: true });
    expect((await found.next()).value?.names).toEqual(["locked"]);
    expect((await found.next()).value?.names).toEqual(["locked", "f"]);
    return found;
  };
  const [one, two] = [await begin(), await begin()];
  await one.return();
  expect((await stat(locked)).mode & 0o777).toBe(0o700);
  await two.return();
  expect((await stat(locked)).mode & 0o777).toBe(0o300);
  await chmod(locked, 0o700);
});
