import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderVolumes } from "./folder-volumes.ts";
import { bytes, givenFolder } from "./given.test-support.ts";
import { strictDisk } from "./power-cut.test-support.ts";

const FILES = "data/workspaces/ws_1/files/";

/** A volume whose disk keeps only what was flushed, and what a power cut leaves of the volume's files. */
async function given() {
  const folder = await givenFolder({ durable: true });
  const disk = await strictDisk(folder.top);
  const left = () => {
    const found = Object.entries(disk.afterPowerCut());
    const files = found.filter(([path]) => path.startsWith(FILES) && !path.includes(".wa-tmp-"));
    return Object.fromEntries(files.map(([path, held]) => [path.slice(FILES.length), held]));
  };
  return { ...folder, disk, left };
}

describe("a power cut preserves", () => {
  it("a written file in new folders", async () => {
    const { volume, left } = await given();
    await volume.write("top", bytes("1"));
    await volume.write("a/b/c", bytes("2"));
    await volume.write("a/b/once", bytes("3"), { ifMatch: null });
    expect(left()).toEqual({ top: "1", "a/b/c": "2", "a/b/once": "3" });
  });

  it("the new content of a replaced file", async () => {
    const { volume, left } = await given();
    await volume.write("f", bytes("old"));
    const { entry } = await volume.write("f", bytes("new"));
    expect(left()).toEqual({ f: "new" });
    await volume.write("f", bytes("newest"), { ifMatch: entry.etag });
    expect(left()).toEqual({ f: "newest" });
  });

  it("a file in folders that a program made or moved without a flush", async () => {
    const { volume, files, left } = await given();
    await mkdir(join(files, "made/by"), { recursive: true });
    await volume.write("made/by/f", bytes("1"));
    await volume.write("old/f", bytes("2"));
    await rename(join(files, "old"), join(files, "new"));
    await volume.write("new/g", bytes("3"));
    await mkdir(join(files, "with"));
    await writeFile(join(files, "with/f"), "old");
    const found = await volume.stat("with/f");
    await volume.write("with/f", bytes("4"), { ifMatch: found?.etag ?? "" });
    expect(left()).toEqual({ "made/by/f": "1", "new/f": "2", "new/g": "3", "with/f": "4" });
  });

  it("a file whose folder a concurrent request has just made", async () => {
    const { volume, left } = await given();
    const paths = Array.from({ length: 8 }, (_, index) => `a/b/f${index}`);
    await Promise.all(
      paths.map(async (path) => {
        await volume.write(path, bytes("x"));
        expect(left()).toMatchObject({ [path]: "x" });
      }),
    );
  });

  it("a new folder", async () => {
    const { volume, left } = await given();
    await volume.makeDirectory("a/b");
    expect(left()).toEqual({ "a/b": null });
  });

  it("a moved file, at its new path only", async () => {
    const { volume, left } = await given();
    await volume.write("f", bytes("1"));
    await volume.write("d/g", bytes("2"));
    await volume.write("e/h", bytes("3"));
    await volume.move("f", "x/y/f");
    expect(left()).toEqual({ "x/y/f": "1", "d/g": "2", "e/h": "3" });
    await volume.move("d", "x/d");
    await volume.move("x/d", "e", { overwrite: true });
    expect(left()).toEqual({ "x/y/f": "1", "e/g": "2" });
  });

  it("removals", async () => {
    const { volume, left } = await given();
    await volume.write("f", bytes("1"));
    await volume.write("d/e/g", bytes("2"));
    await volume.write("stays", bytes("3"));
    await volume.remove("f");
    await volume.remove("d");
    expect(left()).toEqual({ stays: "3" });
  });

  it("a commit, and the files that were there", async () => {
    const { volume, left } = await given();
    await volume.write("d/both/old", bytes("1"));
    const staging = await volume.stage();
    await staging.write("both/new", bytes("2"));
    await staging.write("both/deep/er/f", bytes("3"));
    await staging.write("top", bytes("4"));
    await staging.write("none", bytes(""));
    await staging.makeDirectory("empty/folder");
    await staging.commit("d");
    await staging.discard();
    expect(left()).toEqual({
      "d/both/old": "1",
      "d/both/new": "2",
      "d/both/deep/er/f": "3",
      "d/top": "4",
      "d/none": "",
      "d/empty/folder": null,
    });
  });

  it("new folders above a volume, and the id of the placement", async () => {
    const { top } = await givenFolder();
    const disk = await strictDisk(top);
    const provider = folderVolumes({ dir: join(top, "not/made/yet") });
    onTestFinished(() => provider.close());
    const placement = await provider.placement();
    await (await provider.workspace("ws_2")).write("f", bytes("1"));
    await (await provider.shared("tenant", { root: "team" })).write("g", bytes("2"));
    expect(disk.afterPowerCut()).toMatchObject({
      "not/made/yet/placement": `${placement}\n`,
      "not/made/yet/workspaces/ws_2/files/f": "1",
      "not/made/yet/shared/tenant/team/g": "2",
    });
  });

  it("the removal of a workspace", async () => {
    const { provider, volume, left } = await given();
    await volume.write("f", bytes("1"));
    await provider.removeWorkspace("ws_1");
    expect(left()).toEqual({});
  });
});

it("each folder of an archive is flushed once, however many files it has", async () => {
  const { volume, disk } = await given();
  await volume.write("f", bytes("1"));
  const staging = await volume.stage();
  for (const folder of ["a", "a/b", "c"])
    for (let index = 0; index < 20; index++) await staging.write(`${folder}/f${index}`, bytes("x"));
  disk.takeFlushed();
  await staging.commit("");
  const flushed = disk.takeFlushed();
  await staging.discard();
  expect(flushed.map((path) => path.replace(/^.*wa-tmp-[0-9a-f]+/, "")).sort()).toEqual([
    "/a",
    "/a/b",
    "/c",
    FILES.slice(0, -1),
  ]);
});

it("a file in a flushed folder costs two flushes: of the file and of the folder", async () => {
  const { volume, disk } = await given();
  await volume.write("a/b/f", bytes("1"));
  disk.takeFlushed();
  await volume.write("a/b/g", bytes("2"));
  await volume.write("a/b/f", bytes("3"));
  expect(disk.takeFlushed()).toHaveLength(4);
});
