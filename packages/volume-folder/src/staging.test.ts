import { mkdir, readdir, readlink, rename, stat, symlink, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { isTemporaryName } from "./entries/temporary-names.ts";
import {
  ACCESSES,
  bytes,
  codeOf,
  givenFolder,
  nothingOpen,
  openFiles,
  textOf,
} from "./given.test-support.ts";
import { STALE_MS } from "./removing/sweep.ts";

const areasIn = async (folder: string) => (await readdir(folder)).filter(isTemporaryName);

describe("a staging area in a folder", () => {
  it("leaves no open files and no leftovers, however it ends", async () => {
    const given = await givenFolder();
    const { volume, files } = given;
    const failure = new Error("the connection broke");
    const broken = () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(failure) });
    const committed = await volume.stage();
    await committed.write("a/b", bytes("1"));
    await committed.spool(new Blob(["x".repeat(1_000_000)]).stream());
    expect(await areasIn(files)).toHaveLength(1);
    await committed.commit("");
    await committed.discard();
    const failed = await volume.stage();
    await expect(failed.write("a/c", broken())).rejects.toBe(failure);
    await expect(failed.spool(broken())).rejects.toBe(failure);
    await failed.discard();
    expect(await readdir(files, { recursive: true })).toEqual(["a", join("a", "b")]);
    await nothingOpen(given);
  });

  it("sets the requested mode, whatever the umask is", async () => {
    const { volume, files } = await givenFolder();
    const staging = await volume.stage();
    await staging.write("run", bytes("x"), { mode: 0o777 });
    await staging.write("data", bytes("x"));
    await staging.makeDirectory("dir");
    await staging.commit("");
    await staging.discard();
    const modeOf = async (name: string) => (await stat(join(files, name))).mode & 0o777;
    expect(await Promise.all(["run", "data", "dir"].map(modeOf))).toEqual([0o777, 0o644, 0o755]);
  });

  it("stores a spooled body without a name", async () => {
    const { volume, files } = await givenFolder();
    const staging = await volume.stage();
    const spooled = await staging.spool(new Blob(["hello"]).stream());
    const [area = ""] = await areasIn(files);
    expect(await readdir(join(files, area))).toEqual([]);
    expect(await new Response(await spooled.read(0, 5)).text()).toBe("hello");
    await staging.discard();
  });

  it("refuses temporary names", async () => {
    const { volume } = await givenFolder();
    const staging = await volume.stage();
    const name = ".wa-tmp-0123456789abcdef";
    expect(await codeOf(staging.write(name, bytes("x")))).toBe("invalid_path");
    expect(await codeOf(staging.makeDirectory(`d/${name}`))).toBe("invalid_path");
    expect(await codeOf(staging.commit(name))).toBe("invalid_path");
    await staging.discard();
  });

  it("is not swept while it is in use, and shows that to other processes", async () => {
    const clock = fakeClock(Date.now());
    const { volume, files } = await givenFolder({ clock });
    const staging = await volume.stage();
    await staging.write("d/early", bytes("1"));
    await clock.advance(2 * STALE_MS);
    await volume.list("", { recursive: true });
    const [area = ""] = await areasIn(files);
    await staging.write("d/late", bytes("2"));
    expect((await stat(join(files, area))).mtimeMs).toBeCloseTo(clock.now(), -1);
    await staging.commit("");
    await staging.discard();
    expect((await volume.list("d")).entries.map(({ name }) => name)).toEqual(["early", "late"]);
  });
});

describe.each(ACCESSES)("links, %s,", (_name, access) => {
  async function given() {
    const folder = await givenFolder({}, access);
    const staging = await folder.volume.stage();
    await staging.write("new/a", bytes("1"));
    return { ...folder, staging };
  }

  it.each([
    ["a link at the path of a staged directory", "dir/folder", "staged/dir/folder/secret"],
    ["a link at the path of a staged file", "dir/secret", "staged/dir/secret"],
    ["a link at the top", "folder", "staged/folder/secret"],
  ])("%s is refused, and nothing is moved", async (_what, at, path) => {
    const { volume, files, outside, staging, expectOutsideUntouched } = await given();
    await mkdir(join(files, "dir"), { recursive: true });
    await symlink(join(outside, at.endsWith("secret") ? "secret" : "folder"), join(files, at));
    await staging.write(path.replace("staged/", ""), bytes("overwritten"));
    expect(await codeOf(staging.commit(""))).toBe("invalid_path");
    await staging.discard();
    expect(await volume.stat("new")).toBeNull();
    await expectOutsideUntouched();
  });

  it("a link in the target path is refused", async () => {
    const { files, outside, staging, expectOutsideUntouched } = await given();
    await symlink(outside, join(files, "link"));
    for (const dest of ["link", "link/folder", "link/none"]) {
      expect(await codeOf(staging.commit(dest))).toBe("invalid_path");
    }
    await staging.discard();
    await expectOutsideUntouched();
  });

  it("a staging area that is swapped for a link writes nothing to its target", async () => {
    const { files, outside, staging, expectOutsideUntouched } = await given();
    const [area = ""] = await areasIn(files);
    await rename(join(files, area), join(files, "hidden"));
    await symlink(outside, join(files, area));
    expect(await codeOf(staging.write("folder/secret", bytes("x")))).toBe("invalid_path");
    expect(await codeOf(staging.write("added", bytes("x")))).toBe("invalid_path");
    expect(await codeOf(staging.commit(""))).toBe("invalid_path");
    await staging.discard().catch(() => undefined);
    await expectOutsideUntouched();
  });

  it("a link that a program puts into the area stays a link", async () => {
    const { volume, files, outside, staging, expectOutsideUntouched } = await given();
    const [area = ""] = await areasIn(files);
    await symlink(outside, join(files, area, "planted"));
    await symlink(outside, join(files, area, "new", "planted"));
    expect(await codeOf(staging.commit(""))).toBe("ok");
    await staging.discard();
    expect(await readlink(join(files, "planted"))).toBe(outside);
    expect(await readlink(join(files, "new", "planted"))).toBe(outside);
    expect((await volume.stat("new/planted"))?.type).toBe("symlink");
    await expectOutsideUntouched();
  });
});

it("a pipe at the path of a staged file is refused", async () => {
  const { volume, files } = await givenFolder();
  execFileSync("mkfifo", [join(files, "pipe")]);
  const staging = await volume.stage();
  await staging.write("pipe", bytes("x"));
  expect(await codeOf(staging.commit(""))).toBe("invalid_path");
  await staging.discard();
});

it("a deep merge has few directories open", async () => {
  const given = await givenFolder();
  const { volume } = given;
  const deep = Array.from({ length: 100 }, () => "d").join("/");
  await volume.write(`${deep}/old`, bytes("old"));
  const staging = await volume.stage();
  await staging.write(`${deep}/new`, bytes("new"));
  let most = 0;
  const commit = staging.commit("");
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      most = Math.max(most, openFiles(given).length);
      await new Promise(setImmediate);
    }
  };
  await Promise.all([watch(), commit.finally(() => (isDone = true))]);
  expect(most).toBeLessThan(40);
  await staging.discard();
  expect([await textOf(volume, `${deep}/new`), await textOf(volume, `${deep}/old`)]).toEqual(["new", "old"]);
});

it("replacing a file leaves its other names unchanged", async () => {
  const { volume, files, outside } = await givenFolder();
  await writeFile(join(files, "f"), "old");
  execFileSync("ln", [join(files, "f"), join(outside, "other-name")]);
  const staging = await volume.stage();
  await staging.write("f", bytes("new"));
  await staging.commit("");
  await staging.discard();
  expect(await textOf(volume, "f")).toBe("new");
  expect(execFileSync("cat", [join(outside, "other-name")], { encoding: "utf8" })).toBe("old");
});
