import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { bytes, codeOf, givenFolder, nothingOpen } from "./given.test-support.ts";

async function withSpecialFiles() {
  const given = await givenFolder();
  await promisify(execFile)("mkfifo", [join(given.files, "pipe")]);
  const server = createServer().listen(join(given.files, "socket"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  await given.volume.write("file", bytes("x"));
  return given;
}

describe("pipes and sockets in the folder", () => {
  it("are refused and never block", async () => {
    const given = await withSpecialFiles();
    const { volume } = given;
    for (const path of ["pipe", "socket"]) {
      expect(await codeOf(volume.read(path))).toBe("invalid_path");
      expect(await codeOf(volume.stat(path))).toBe("invalid_path");
      expect(await codeOf(volume.list(path))).toBe("invalid_path");
      expect(await codeOf(volume.write(path, bytes("x")))).toBe("invalid_path");
      expect(await codeOf(volume.move(path, "moved"))).toBe("invalid_path");
      expect(await codeOf(volume.read(`${path}/below`))).toBe("not_found");
      expect(await codeOf(volume.makeDirectory(path))).toBe("already_exists");
    }
    await nothingOpen(given);
  });

  it("are not listed, count as inodes, and can be removed", async () => {
    const { volume, files } = await withSpecialFiles();
    expect((await volume.list("", { recursive: true })).entries.map(({ path }) => path)).toEqual(["file"]);
    const listed = (await readdir(files, { recursive: true })).length;
    expect((await volume.usage()).inodes).toBe(listed);
    await volume.remove("pipe");
    await volume.remove("socket");
    expect(await readdir(files)).toEqual(["file"]);
  });
});

describe("names that are not UTF-8", () => {
  async function withBadNames() {
    const given = await givenFolder();
    const bad = (text: string) =>
      Buffer.concat([Buffer.from(`${given.files}/${text}`), Buffer.from([0xff, 0x41])]);
    mkdirSync(join(given.files, "dir"));
    mkdirSync(bad("dir/folder-"));
    writeFileSync(Buffer.concat([bad("dir/folder-"), Buffer.from("/inner")]), "12345");
    writeFileSync(bad("file-"), "123");
    await given.volume.write("good-ü", bytes("1"));
    await given.volume.write("\ufeffbom", bytes("2"));
    return given;
  }

  it("are left out of listings", async () => {
    const { volume } = await withBadNames();
    const { entries, truncated } = await volume.list("", { recursive: true });
    expect(entries.map(({ path }) => path)).toEqual(["dir", "good-ü", "\ufeffbom"]);
    expect(truncated).toBe(false);
    expect(await codeOf(volume.read("\ufeffbom"))).toBe("ok");
  });

  it("count towards the quota, and are removed with their directory", async () => {
    const { volume, files } = await withBadNames();
    expect((await volume.usage()).inodes).toBe(6);
    await volume.remove("dir");
    expect(await readdir(join(files))).toHaveLength(3);
    expect((await volume.usage()).inodes).toBe(3);
  });
});
