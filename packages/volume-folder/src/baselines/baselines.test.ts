import { execFileSync } from "node:child_process";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { VolumeBaselines } from "@workspace-agent/core/ports";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { procAccess } from "../directories/proc-access.ts";
import { realPathAccess } from "../directories/real-path-access.ts";
import { folderVolumesThrough } from "../folder-volumes.ts";
import { bytes, givenFolder, type GivenFolder, nothingOpen } from "../given.test-support.ts";
import { dropOldContents } from "./worker/stored-contents.ts";

const HOUR = 3_600_000;

function baselinesOf({ volume }: Pick<GivenFolder, "volume">): VolumeBaselines {
  if (volume.baselines === undefined) throw new Error("The volume has baselines.");
  return volume.baselines;
}

const dirOf = ({ dir }: GivenFolder) => join(dir, "workspaces", "ws_1", "baselines");
const packsOf = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith(".pack"));

async function changed(given: GivenFolder, name = "one"): Promise<readonly string[] | undefined> {
  return (await baselinesOf(given).compare(name))?.changes.map(({ path }) => path);
}

describe.each([
  ["through /proc", procAccess],
  ["by paths", realPathAccess],
])("a baseline of a folder, %s", (_, access) => {
  test("holds links by their targets, and follows none", async () => {
    const given = await givenFolder({}, access);
    const { files, outside } = given;
    await symlink(outside, join(files, "folder"));
    await symlink(join(outside, "secret"), join(files, "leak"));
    await symlink("nowhere", join(files, "dangling"));
    await baselinesOf(given).record("one");
    await writeFile(join(outside, "folder", "new"), "x");
    expect(await changed(given)).toEqual([]);
    await rm(join(outside, "folder", "new"));
    await rm(join(files, "dangling"));
    await symlink("other", join(files, "dangling"));
    await rm(join(files, "leak"));
    await writeFile(join(files, "leak"), "a file now");
    const comparison = await baselinesOf(given).compare("one");
    const read = async (path: string) => {
      const [before, after] = [await comparison?.before(path), await comparison?.after(path, 100)];
      return [before, after].map((side) =>
        side instanceof Uint8Array ? Buffer.from(side).toString() : side,
      );
    };
    expect(comparison?.changes.map(({ path, before, after }) => [path, before?.type, after?.type])).toEqual([
      ["dangling", "symlink", "symlink"],
      ["leak", "symlink", "file"],
    ]);
    expect(await read("dangling")).toEqual(["nowhere", "other"]);
    expect(await read("leak")).toEqual([join(outside, "secret"), "a file now"]);
    await given.expectOutsideUntouched();
  });

  test("leaves out what is no file, what has no name in UTF-8, and what is being written", async () => {
    const given = await givenFolder({}, access);
    await baselinesOf(given).record("one");
    execFileSync("mkfifo", [join(given.files, "pipe")]);
    await writeFile(Buffer.concat([Buffer.from(`${given.files}/`), Buffer.of(0xff, 0x61)]), "x");
    await writeFile(join(given.files, ".wa-tmp-0123456789abcdef"), "x");
    await writeFile(join(given.files, "f"), "x");
    expect(await changed(given)).toEqual(["f"]);
  });

  test("reports a file that was changed in place and had its times restored, and the executable bit", async () => {
    const given = await givenFolder({}, access);
    const file = join(given.files, "f");
    await writeFile(file, "old");
    await writeFile(join(given.files, "run"), "x");
    const { atime, mtime } = await stat(file);
    await baselinesOf(given).record("one");
    await writeFile(file, "new");
    await utimes(file, atime, mtime);
    await chmod(join(given.files, "run"), 0o755);
    expect(await changed(given)).toEqual(["f", "run"]);
  });

  test("leaves nothing open", async () => {
    const given = await givenFolder({}, access);
    await mkdir(join(given.files, "a/b/c"), { recursive: true });
    await writeFile(join(given.files, "a/b/c/f"), "x");
    await baselinesOf(given).record("one");
    await changed(given);
    await nothingOpen(given);
  });
});

describe("a baseline that another can share with", () => {
  test("is not read again where nothing has changed, and outlives the other", async () => {
    const clock = fakeClock(Date.now() + HOUR);
    const given = await givenFolder({ clock });
    for (const name of ["a", "b", "c"]) await writeFile(join(given.files, name), `the content of ${name}`);
    const baselines = baselinesOf(given);
    await baselines.record("one");
    await writeFile(join(given.files, "b"), "another");
    await baselines.record("two");
    const folder = join(dirOf(given), "two");
    const sizes = await Promise.all(
      (await packsOf(folder)).map(async (pack) => {
        const { nlink, size } = await stat(join(folder, pack));
        return [nlink, size];
      }),
    );
    expect(sizes.sort()).toEqual([
      [1, "another".length],
      [2, 3 * "the content of a".length],
    ]);
    await baselines.remove("one");
    await writeFile(join(given.files, "a"), "changed");
    const comparison = await baselines.compare("two");
    expect(Buffer.from((await comparison?.before("a")) ?? []).toString()).toBe("the content of a");
  });

  test("loses its contents when there is no more space, except the newest", async () => {
    const given = await givenFolder();
    const baselines = baselinesOf(given);
    for (const [name, content] of [
      ["one", "x".repeat(1_000)],
      ["two", "y".repeat(1_000)],
    ] as const) {
      await writeFile(join(given.files, "f"), content);
      await baselines.record(name);
    }
    dropOldContents(dirOf(given), 1_500);
    await writeFile(join(given.files, "f"), "now");
    const stored = async (name: string) =>
      (await (await baselines.compare(name))?.before("f"))?.length ?? null;
    expect([await stored("one"), await stored("two")]).toEqual([null, 1_000]);
    expect(await changed(given, "one")).toEqual(["f"]);
    await baselines.record("three");
    expect((await baselines.compare("three"))?.changes).toEqual([]);
  });
});

describe("an interrupted baseline", () => {
  test("does not count, and is swept when it is old", async () => {
    const clock = fakeClock(Date.now());
    const given = await givenFolder({ clock });
    const baselines = baselinesOf(given);
    await given.volume.write("f", bytes("x"));
    await baselines.record("one");
    const left = join(dirOf(given), ".wa-tmp-0123456789abcdef");
    await rename(join(dirOf(given), "one"), left);
    await given.provider.close();
    await clock.advance(2 * HOUR);
    const again = folderVolumesThrough(procAccess, { dir: given.dir, clock });
    const volume = await again.workspace("ws_1");
    expect(await baselinesOf({ volume }).compare("one")).toBeNull();
    await again.close();
    expect(await readdir(dirOf(given))).toEqual([".latest"]);
  });

  test("that is complete survives a restart", async () => {
    const given = await givenFolder();
    await given.volume.write("f", bytes("old"));
    await baselinesOf(given).record("one");
    await given.provider.close();
    const again = folderVolumesThrough(procAccess, { dir: given.dir });
    const volume = await again.workspace("ws_1");
    await volume.write("f", bytes("new"));
    await baselinesOf({ volume }).record("one");
    const comparison = await baselinesOf({ volume }).compare("one");
    expect(Buffer.from((await comparison?.before("f")) ?? []).toString()).toBe("old");
    await again.close();
  });
});

test("errors contain no paths of the host", async () => {
  const given = await givenFolder();
  await rm(given.files, { recursive: true });
  const failed = baselinesOf(given).record("one");
  await expect(failed).rejects.toMatchObject({ code: "not_found" });
  expect(String(await failed.catch((error: unknown) => error))).not.toContain(given.top);
  await expect(readFile(join(dirOf(given), "one", "index.json"))).rejects.toThrow();
});
