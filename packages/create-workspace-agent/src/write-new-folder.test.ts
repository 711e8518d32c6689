import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { textsIn } from "./texts-in.test-support.ts";
import { writeNewFolder } from "./write-new-folder.ts";

const FILES = { "a.txt": "one\n", ".b": "two\n" };

/** The second file cannot be written: its folder is missing. */
const HALF = { "a.txt": "one\n", "missing/b.txt": "two\n" };

test("files are written into a new folder, below missing ones", async () => {
  const folder = await newFolder();
  await writeNewFolder(join(folder, "x/y/z"), FILES);
  expect(await textsIn(folder)).toEqual({ "x/y/z/a.txt": "one\n", "x/y/z/.b": "two\n" });
});

test("files are written into an empty folder, which stays the same folder", async () => {
  const folder = await newFolder();
  await writeNewFolder(folder, FILES);
  expect(await textsIn(folder)).toEqual(FILES);
});

test.each(["a.txt", ".git"])(
  "a folder that has only %s is refused by its path and unchanged",
  async (name) => {
    const folder = await newFolder();
    await writeFile(join(folder, name), "mine");
    await expect(writeNewFolder(folder, FILES)).rejects.toThrow(`The folder ${folder} is not empty.`);
    expect(await textsIn(folder)).toEqual({ [name]: "mine" });
  },
);

test("a file instead of a folder is refused by its path and unchanged", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "mine");
  await expect(writeNewFolder(file, FILES)).rejects.toThrow(file);
  await expect(writeNewFolder(join(file, "below"), FILES)).rejects.toThrow(file);
  expect(await textsIn(folder)).toEqual({ file: "mine" });
});

test("an error removes what was written, with the folders that were made", async () => {
  const folder = await newFolder();
  await expect(writeNewFolder(join(folder, "x/y"), HALF)).rejects.toThrow("ENOENT");
  await expect(writeNewFolder(join(folder, "x", "n".repeat(256)), FILES)).rejects.toThrow("ENAMETOOLONG");
  expect(await readdir(folder)).toEqual([]);
});

test("an error leaves a folder that was there", async () => {
  const folder = join(await newFolder(), "there");
  await mkdir(folder);
  await expect(writeNewFolder(folder, HALF)).rejects.toThrow("ENOENT");
  expect(await readdir(folder)).toEqual([]);
});
