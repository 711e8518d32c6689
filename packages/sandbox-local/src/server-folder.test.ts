import { spawn } from "node:child_process";
import { mkdir, readdir, rename, utimes, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { basename, join } from "node:path";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeServerFolder, removeOrphanedFolders } from "./server-folder.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const mkfifo = "mkfifo";

/** Makes a folder as a killed server leaves it. */
async function leave(dir: string, name: string): Promise<void> {
  await mkdir(join(dir, name));
  await execa(mkfifo, [join(dir, name, "alive"), join(dir, name, "0")]);
}

describe.skipIf(process.platform !== "linux")("the folders of servers", () => {
  it("are removed when their server is gone, and not before", async () => {
    const dir = await newFolder();
    const mine = await makeServerFolder(dir, mkfifo);
    const name = basename(mine.path);
    await leave(dir, name.replace(/\w{6}$/, "killed"));
    await mkdir(join(dir, "workspaces"));
    await removeOrphanedFolders(dir);
    expect((await readdir(dir)).toSorted()).toEqual([name, "workspaces"].toSorted());
    await mine.remove();
    expect(await readdir(dir)).toEqual(["workspaces"]);
  });

  it("are removed with the processes of their servers, and of no other server", async () => {
    const dir = await newFolder();
    const living = await makeServerFolder(dir, mkfifo);
    const gone = living.name.replace(/\w{6}$/, "killed");
    await leave(dir, gone);
    const [left, other] = [gone, living.name].map((argv0) => spawn("sleep", ["300"], { argv0 }));
    onTestFinished(() => void other?.kill("SIGKILL"));
    const ended = left === undefined ? null : once(left, "exit");
    const mine = await makeServerFolder(dir, mkfifo);
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(other?.exitCode ?? other?.signalCode).toBeNull();
    expect((await readdir(dir)).toSorted()).toEqual([living.name, mine.name].toSorted());
    await Promise.all([living.remove(), mine.remove()]);
  });

  it("are removed after the host was rebooted, unless they belong to another host", async () => {
    const dir = await newFolder();
    const mine = await makeServerFolder(dir, mkfifo);
    const [, boot = "", host = ""] = basename(mine.path).split("-");
    await mine.remove();
    const others = [`server-00000000-${host}-aaaaaa`, `server-${boot}-00000000-aaaaaa`];
    for (const name of [...others, "server-00000000-00000000-aaaaaa"]) await leave(dir, name);
    await removeOrphanedFolders(dir);
    expect(await readdir(dir)).toEqual(["server-00000000-00000000-aaaaaa"]);
  });

  it("that were never completed are removed once they are old", async () => {
    const dir = await newFolder();
    for (const name of ["server-abcdef", "making-server-abcdef", "making-server-newone"]) {
      await mkdir(join(dir, name));
      await writeFile(join(dir, name, "0"), "");
    }
    for (const name of ["making-server-piped", "making-server-former"]) await leave(dir, name);
    for (const name of ["server-abcdef", "making-server-abcdef", "making-server-former"])
      await utimes(join(dir, name), 1, 1);
    await removeOrphanedFolders(dir);
    expect((await readdir(dir)).toSorted()).toEqual(["making-server-newone", "making-server-piped"]);
  });

  it("are recognized by their pipe under any name", async () => {
    const dir = await newFolder();
    const mine = await makeServerFolder(dir, mkfifo);
    await rename(mine.path, join(dir, "server-moved"));
    await removeOrphanedFolders(dir);
    expect(await readdir(dir)).toEqual(["server-moved"]);
    await mine.remove();
  });
});
