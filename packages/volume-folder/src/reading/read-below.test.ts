import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DirectoryAccess } from "../directories/held-directory.ts";
import { procAccess } from "../directories/proc-access.ts";
import { ACCESSES, bytes, givenFolder, nothingOpen } from "../given.test-support.ts";

const readBelow = async (volume: Awaited<ReturnType<typeof givenFolder>>["volume"], upTo = 10) =>
  Array.fromAsync(volume.readBelow?.("", { upTo }) ?? []);

it("opens a folder once, however many files are below it", async () => {
  let found = 0;
  const counting: DirectoryAccess = {
    openTrusted: (path) => {
      found += 1;
      return procAccess.openTrusted(path);
    },
  };
  const given = await givenFolder({}, counting);
  for (let index = 0; index < 100; index++) await given.volume.write(`d/f${index}`, bytes(`${index}`));
  found = 0;
  const contents = await readBelow(given.volume);
  expect(contents.filter((content) => content.bytes !== null)).toHaveLength(100);
  expect(found).toBe(1);
  await nothingOpen(given);
});

it.each(ACCESSES)("reads small files only, and follows no link, %s", async (_name, access) => {
  const given = await givenFolder({}, access);
  const { volume, files, outside } = given;
  await volume.write("large", bytes("x".repeat(11)));
  await volume.write("small", bytes("x".repeat(10)));
  await volume.write("empty", new Uint8Array());
  await symlink(join(outside, "secret"), join(files, "link"));
  await symlink(outside, join(files, "folder-link"));
  execFileSync("mkfifo", [join(files, "pipe")]);
  const told = (await readBelow(volume)).map(({ entry, bytes: read }) => [
    ...[entry.path, entry.type, read === null ? null : new TextDecoder().decode(read)],
  ]);
  expect(told).toEqual([
    ["empty", "file", ""],
    ["folder-link", "symlink", null],
    ["large", "file", null],
    ["link", "symlink", null],
    ["small", "file", "x".repeat(10)],
  ]);
  await nothingOpen(given);
});

it("closes the folder when its reader stops", async () => {
  const given = await givenFolder();
  for (const path of ["a/b", "c"]) await given.volume.write(path, bytes("x"));
  for await (const { entry } of given.volume.readBelow?.("", { upTo: 10 }) ?? [])
    if (entry.path === "a") break;
  await nothingOpen(given);
});
