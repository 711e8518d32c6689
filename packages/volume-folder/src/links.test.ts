import { link, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Volume } from "@workspace-agent/core/ports";
import { ACCESSES, bytes, codeOf, givenFolder, textOf } from "./given.test-support.ts";

type Operation = (volume: Volume, path: string) => Promise<unknown>;

const READING: Readonly<Record<string, Operation>> = {
  read: (volume, path) => volume.read(path),
  list: (volume, path) => volume.list(path),
};
const CHANGING: Readonly<Record<string, Operation>> = {
  write: (volume, path) => volume.write(path, bytes("overwritten")),
  "write if absent": (volume, path) => volume.write(path, bytes("overwritten"), { ifMatch: null }),
  makeDirectory: (volume, path) => volume.makeDirectory(path),
};
const BELOW: Readonly<Record<string, Operation>> = {
  ...READING,
  ...CHANGING,
  stat: (volume, path) => volume.stat(path),
  remove: (volume, path) => volume.remove(path),
  "move from": (volume, path) => volume.move(path, "moved"),
  "move to": (volume, path) => volume.move("own", path, { overwrite: true }),
};

describe.each(ACCESSES)("links in a folder, %s,", (_name, access) => {
  async function withLinks() {
    const given = await givenFolder({}, access);
    const { files, outside } = given;
    await writeFile(join(files, "own"), "own");
    await mkdir(join(files, "dir"));
    await symlink(join(outside, "secret"), join(files, "to-file"));
    await symlink(outside, join(files, "to-folder"));
    await symlink(join(outside, "absent"), join(files, "dangling"));
    await symlink("../../../../outside", join(files, "relative"));
    await symlink("/", join(files, "to-root"));
    await symlink("own", join(files, "inside"));
    await symlink("loop", join(files, "loop"));
    return given;
  }
  const links = ["to-file", "to-folder", "dangling", "relative", "to-root", "inside", "loop"];

  it.each(Object.entries({ ...READING, ...CHANGING }))("are not followed by %s", async (name, operation) => {
    const { volume, files, expectOutsideUntouched } = await withLinks();
    const expected = name === "write if absent" ? "precondition_failed" : "invalid_path";
    for (const path of links) expect([path, await codeOf(operation(volume, path))]).toEqual([path, expected]);
    for (const path of links) expect((await lstat(join(files, path))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(files, "own"), "utf8")).toBe("own");
    await expectOutsideUntouched();
  });

  it.each(Object.entries(BELOW))(
    "cannot be used by %s for paths below them",
    async (_operationName, operation) => {
      const { volume, files, expectOutsideUntouched } = await withLinks();
      const before = await readdir(files);
      for (const path of links.flatMap((each) => [
        `${each}/secret`,
        `${each}/folder/secret`,
        `${each}/new/file`,
      ])) {
        expect([path, await codeOf(operation(volume, path))]).toEqual([path, "invalid_path"]);
      }
      expect(await readdir(files)).toEqual(before);
      await expectOutsideUntouched();
    },
  );

  it("are refused in paths with .. too", async () => {
    const { volume, expectOutsideUntouched } = await withLinks();
    for (const operation of Object.values(BELOW)) {
      expect(await codeOf(operation(volume, "to-folder/../secret"))).toBe("invalid_path");
    }
    await expectOutsideUntouched();
  });

  it("are links for stat and list, which do not follow them", async () => {
    const { volume } = await withLinks();
    expect(await volume.stat("to-folder")).toMatchObject({ type: "symlink", name: "to-folder" });
    const { entries } = await volume.list("", { recursive: true });
    expect(entries.filter(({ type }) => type === "symlink").map(({ path }) => path)).toEqual(
      [...links].sort(),
    );
    expect(entries.map(({ path }) => path)).toEqual([...links, "own", "dir"].sort());
  });

  it("are removed and moved themselves, not their targets", async () => {
    const { volume, files, outside, expectOutsideUntouched } = await withLinks();
    await volume.move("to-folder", "dir/moved");
    expect(await readlink(join(files, "dir/moved"))).toBe(outside);
    await volume.remove("dir");
    for (const path of ["to-file", "dangling", "relative", "to-root", "inside", "loop"])
      await volume.remove(path);
    expect(await readdir(files)).toEqual(["own"]);
    await expectOutsideUntouched();
  });

  it("are replaced themselves by a move", async () => {
    const { volume, files, expectOutsideUntouched } = await withLinks();
    await volume.move("own", "to-file", { overwrite: true });
    expect(await textOf(volume, "to-file")).toBe("own");
    await volume.move("dir", "to-folder", { overwrite: true });
    expect((await lstat(join(files, "to-folder"))).isDirectory()).toBe(true);
    await expectOutsideUntouched();
  });

  it("count without their targets", async () => {
    const { volume } = await withLinks();
    expect((await volume.usage()).bytes).toBeLessThanOrEqual(3 * 4_096);
  });

  it("are not followed on the path of a shared volume", async () => {
    const { provider, outside, expectOutsideUntouched } = await givenFolder({}, access);
    const whole = await provider.shared("tenant");
    const team = await provider.shared("tenant", { root: "team/a" });
    await whole.remove("team");
    await symlink(outside, join(whole.hostPath ?? "", "team"));
    expect(await codeOf(team.read("secret"))).toBe("invalid_path");
    expect(await codeOf(team.write("new", bytes("x")))).toBe("invalid_path");
    expect(await codeOf(team.list(""))).toBe("invalid_path");
    expect(await codeOf(provider.shared("tenant", { root: "team/a" }))).toBe("invalid_path");
    await expectOutsideUntouched();
  });

  it("are removed with their workspace, without their targets", async () => {
    const { provider, dir, expectOutsideUntouched } = await withLinks();
    await provider.removeWorkspace("ws_1");
    expect(await readdir(join(dir, "workspaces"))).toEqual([]);
    await expectOutsideUntouched();
  });
});

describe("hard links to files outside", () => {
  async function withHardLink() {
    const given = await givenFolder();
    await link(join(given.outside, "secret"), join(given.files, "hard"));
    return given;
  }

  it("are never written through: the file gets an inode of its own", async () => {
    const { volume, expectOutsideUntouched } = await withHardLink();
    await volume.write("hard", bytes("overwritten"));
    expect(await textOf(volume, "hard")).toBe("overwritten");
    await expectOutsideUntouched();
  });

  it("are removed, moved and replaced by name only", async () => {
    const { volume, expectOutsideUntouched } = await withHardLink();
    await volume.move("hard", "dir/moved");
    await volume.write("own", bytes("own"));
    await volume.move("own", "dir/moved", { overwrite: true });
    await volume.remove("dir");
    await expectOutsideUntouched();
  });

  it("a move of one name of a file onto another leaves one", async () => {
    const { volume, files } = await givenFolder();
    await volume.write("a", bytes("x"));
    await link(join(files, "a"), join(files, "b"));
    expect((await volume.usage()).inodes).toBe(1);
    await volume.move("a", "b", { overwrite: true });
    expect(await readdir(files)).toEqual(["b"]);
    expect(await textOf(volume, "b")).toBe("x");
  });
});
