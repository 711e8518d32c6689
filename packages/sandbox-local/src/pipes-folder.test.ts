import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { makePipesFolder, removeLeftPipes } from "./pipes-folder.ts";

async function givenDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "pipes-folder-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const makePipe = async (path: string) => {
  await execa("mkfifo", [path]);
};

/** As a server leaves its folder that is killed. */
async function leave(dir: string, name: string): Promise<void> {
  await mkdir(join(dir, name));
  await makePipe(join(dir, name, "alive"));
  await makePipe(join(dir, name, "0"));
}

describe.skipIf(process.platform !== "linux")("the folders of pipes", () => {
  it("are removed when their server is gone, and stay while it lives", async () => {
    const dir = await givenDir();
    const mine = await makePipesFolder(dir, makePipe);
    const name = basename(mine.path);
    await leave(dir, name.replace(/\w{6}$/, "killed"));
    await mkdir(join(dir, "workspaces"));
    await removeLeftPipes(dir);
    expect((await readdir(dir)).toSorted()).toEqual([name, "workspaces"].toSorted());
    await mine.remove();
    expect(await readdir(dir)).toEqual(["workspaces"]);
  });

  it("are removed after the host was started anew, and stay where they are of another host", async () => {
    const dir = await givenDir();
    const mine = await makePipesFolder(dir, makePipe);
    const [, boot = "", host = ""] = basename(mine.path).split("-");
    await mine.remove();
    const others = [`pipes-00000000-${host}-aaaaaa`, `pipes-${boot}-00000000-aaaaaa`];
    for (const name of [...others, "pipes-00000000-00000000-aaaaaa"]) await leave(dir, name);
    await removeLeftPipes(dir);
    expect(await readdir(dir)).toEqual(["pipes-00000000-00000000-aaaaaa"]);
  });

  it("that were never finished are removed once they are old", async () => {
    const dir = await givenDir();
    for (const name of ["pipes-abcdef", "making-pipes-abcdef", "making-pipes-newone"]) {
      await mkdir(join(dir, name));
      await writeFile(join(dir, name, "0"), "");
    }
    for (const name of ["pipes-abcdef", "making-pipes-abcdef"]) await utimes(join(dir, name), 1, 1);
    await removeLeftPipes(dir);
    expect(await readdir(dir)).toEqual(["making-pipes-newone"]);
  });

  it("are told by their pipe also when they have another name", async () => {
    const dir = await givenDir();
    const mine = await makePipesFolder(dir, makePipe);
    await rename(mine.path, join(dir, "pipes-moved"));
    await removeLeftPipes(dir);
    expect(await readdir(dir)).toEqual(["pipes-moved"]);
    await mine.remove();
  });
});
