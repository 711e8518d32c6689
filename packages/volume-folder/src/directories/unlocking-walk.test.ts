import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { givenFolder } from "../given.test-support.ts";
import { procAccess } from "./proc-access.ts";
import { walk } from "./walk.ts";

it("a walk unlocks directories that their owner may not list where it should, and leaves them else", async () => {
  const { files } = await givenFolder();
  const locked = join(files, "locked");
  await mkdir(locked);
  await writeFile(join(locked, "f"), "x");
  const modeAfter = async (unlocks: boolean) => {
    await chmod(locked, 0o400);
    const directory = await procAccess.openTrusted(files);
    const found = await Array.fromAsync(walk(directory, { recursive: true, unlocks }));
    await directory.close();
    return { mode: (await stat(locked)).mode & 0o777, names: found.map(({ names }) => names.join("/")) };
  };
  expect((await modeAfter(false)).mode).toBe(0o400);
  expect(await modeAfter(true)).toEqual({ mode: 0o700, names: ["locked", "locked/f"] });
});
