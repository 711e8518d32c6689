import { execFile } from "node:child_process";
import {
  appendFile,
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asUser } from "./as-user.test-support.ts";
import { copyTree, removeTree } from "./copy-tree.ts";

describe("the copy of a folder", () => {
  let dir: string;
  let from: string;
  let to: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "copy-tree-"));
    from = join(dir, "from");
    to = join(dir, "to");
    await mkdir(from);
  });
  afterEach(() => removeTree(dir));

  it("has the same files, modes, times and links", async () => {
    await mkdir(join(from, "closed"));
    await writeFile(join(from, "closed", "ä b.txt"), "text");
    await writeFile(join(from, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
    await writeFile(join(from, "read-only"), "x", { mode: 0o400 });
    await symlink("../outside/none", join(from, "dangling"));
    await symlink(from, join(from, "circle"));
    await link(join(from, "run.sh"), join(from, "same.sh"));
    const at = new Date("2020-02-02T02:02:02.123Z");
    await utimes(join(from, "run.sh"), at, at);
    await utimes(join(from, "closed"), at, at);
    await chmod(join(from, "closed"), 0o555);

    expect(await copyTree(from, to)).toEqual({
      files: 4,
      folders: 1,
      links: 2,
      bytes: 25,
      changed: [],
      vanished: 0,
      unreadable: [],
      special: 0,
    });
    for (const name of ["closed", "closed/ä b.txt", "run.sh", "read-only", "dangling", "circle"]) {
      const [original, copy] = [await lstat(join(from, name)), await lstat(join(to, name))];
      expect([name, copy.mode, Math.round(copy.mtimeMs)]).toEqual([
        name,
        original.mode,
        Math.round(original.mtimeMs),
      ]);
    }
    expect(await readFile(join(to, "closed", "ä b.txt"), "utf8")).toBe("text");
    expect(await readlink(join(to, "dangling"))).toBe("../outside/none");
    expect(await readlink(join(to, "circle"))).toBe(from);
    expect((await lstat(join(to, "same.sh"))).ino).toBe((await lstat(join(to, "run.sh"))).ino);
  });

  it("has what is named by other bytes than UTF-8", async () => {
    const odd = (folder: string | Buffer, name: string) =>
      Buffer.concat([Buffer.from(folder), Buffer.from(`/${name}`), Buffer.from([0xff])]);
    const folder = odd(from, "folder");
    await mkdir(folder);
    await writeFile(odd(folder, "file"), "text");
    await symlink(odd("..", "target"), odd(from, "link"));
    expect(await copyTree(from, to)).toMatchObject({ files: 1, folders: 1, links: 1, vanished: 0 });
    expect(await readFile(odd(odd(to, "folder"), "file"), "utf8")).toBe("text");
    expect(await readlink(odd(to, "link"), { encoding: "buffer" })).toEqual(odd("..", "target"));
  });

  it("leaves out what it should, and what is no file, link or folder", async () => {
    await mkdir(join(from, "sub"));
    for (const name of ["a", "b", "sub/a"]) await writeFile(join(from, name), name);
    await promisify(execFile)("mkfifo", [join(from, "pipe")]);
    const copied = await copyTree(from, to, (path) => path === "a");
    expect(copied).toMatchObject({ files: 2, special: 1 });
    expect((await readdir(to, { recursive: true })).toSorted()).toEqual(["b", "sub", "sub/a"]);
  });

  it("goes on where files are removed, and names those that change all the time", async () => {
    for (let index = 0; index < 300; index++) await writeFile(join(from, `f${index}`), "x".repeat(1_000));
    await writeFile(join(from, "growing"), "x".repeat(200_000));
    const copied = new AbortController();
    const grow = (async () => {
      while (!copied.signal.aborted) await appendFile(join(from, "growing"), "y");
    })();
    const remove = (async () => {
      for (let index = 299; index >= 0 && !copied.signal.aborted; index--) await rm(join(from, `f${index}`));
    })();
    const counts = await copyTree(from, to);
    copied.abort();
    await Promise.all([grow, remove]);
    expect((await readdir(to)).length).toBe(counts.files);
    expect(counts.changed.length).toBeLessThanOrEqual(1);
    expect((await readFile(join(to, "growing"), "utf8")).startsWith("x".repeat(200_000))).toBe(true);
  });

  it("names what it may not read, and has the rest", async () => {
    await mkdir(join(from, "locked"));
    for (const name of ["locked/a", "b", "c"]) await writeFile(join(from, name), name);
    await chmod(join(from, "locked"), 0o000);
    await chmod(join(from, "b"), 0o000);
    const copied = await asUser(dir, () => copyTree(from, to));
    expect(copied).toMatchObject({ files: 1, folders: 0 });
    expect(copied.unreadable.toSorted()).toEqual(["b", "locked"]);
    expect(await readdir(to)).toEqual(["c"]);
  });
});
