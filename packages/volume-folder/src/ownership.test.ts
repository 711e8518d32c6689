import { chmod, chown, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bytes, codeOf, givenFolder } from "./given.test-support.ts";

const isSuperuser = process.getuid?.() === 0;
if (!isSuperuser)
  console.warn("volume-folder: tests that give files to other users need root and are skipped");
const NOBODY = 65_534;

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o7777).toString(8);
}

describe("permissions", () => {
  it("are 644, or the requested mode", async () => {
    const { volume, files } = await givenFolder();
    await volume.write("plain", bytes("x"));
    await volume.write("tool", bytes("x"), { mode: 0o755 });
    await volume.write("open", bytes("x"), { mode: 0o666, ifMatch: null });
    const modes = ["plain", "tool", "open"].map((name) => modeOf(join(files, name)));
    expect(await Promise.all(modes)).toEqual(["644", "755", "666"]);
  });

  it("stay when a file is replaced, without the set-user bits", async () => {
    const { volume, files } = await givenFolder();
    await writeFile(join(files, "script"), "old");
    await chmod(join(files, "script"), 0o4751);
    await volume.write("script", bytes("new"), { mode: 0o600 });
    expect(await modeOf(join(files, "script"))).toBe("751");
  });
});

describe.runIf(isSuperuser)("owners, as root,", () => {
  it("are the configured ones for everything that is made", async () => {
    const { volume, files, provider } = await givenFolder({ uid: 1_234, gid: 4_321 });
    await volume.write("a/b/f", bytes("x"));
    const shared = await provider.shared("tenant", { root: "team" });
    for (const path of [files, `${files}/a`, `${files}/a/b`, `${files}/a/b/f`, shared.hostPath ?? ""]) {
      const { uid, gid } = await stat(path);
      expect([path, uid, gid]).toEqual([path, 1_234, 4_321]);
    }
  });

  it("stay when a file is replaced", async () => {
    const { volume, files } = await givenFolder();
    await writeFile(join(files, "f"), "old");
    await chown(join(files, "f"), 1_234, 4_321);
    await volume.write("f", bytes("new"));
    const { uid, gid } = await stat(join(files, "f"));
    expect([uid, gid]).toEqual([1_234, 4_321]);
  });
});

describe.runIf(isSuperuser)("as an ordinary user", () => {
  /** A folder of that user. This process has the user's rights until the test ends. */
  async function asNobody() {
    const given = await givenFolder({ uid: NOBODY, gid: NOBODY });
    await chmod(join(given.dir, ".."), 0o755);
    await chown(given.dir, NOBODY, NOBODY);
    for (const name of ["workspaces", "workspaces/ws_1", "shared"])
      await chown(join(given.dir, name), NOBODY, NOBODY);
    process.setegid?.(NOBODY);
    process.seteuid?.(NOBODY);
    onTestFinished(() => {
      process.seteuid?.(0);
      process.setegid?.(0);
    });
    return given;
  }

  it("unreadable and read-only trees are removed", async () => {
    const { volume, files } = await asNobody();
    await mkdir(join(files, "mod/cache/deep/er"), { recursive: true });
    await writeFile(join(files, "mod/cache/deep/er/f"), "x");
    await writeFile(join(files, "mod/cache/f"), "x");
    await chmod(join(files, "mod/cache/deep/er"), 0o000);
    await chmod(join(files, "mod/cache/deep"), 0o500);
    await chmod(join(files, "mod/cache"), 0o555);
    await chmod(join(files, "mod"), 0o444);
    await volume.remove("mod");
    expect(await readdir(files)).toEqual([]);
  });

  it("an error about missing rights contains no path of the host", async () => {
    const { volume, files, dir } = await asNobody();
    await writeFile(join(files, "locked"), "x", { mode: 0o000 });
    await mkdir(join(files, "closed"), { mode: 0o000 });
    await writeFile(join(files, "seen"), "x");
    const calls = [
      () => volume.read("locked"),
      () => volume.write("closed/f", bytes("x")),
      () => volume.stat("closed/f"),
    ];
    for (const call of calls) {
      expect(await codeOf(call())).toBe("internal");
      await call().catch((error: unknown) => expect(String(error)).not.toContain(dir));
    }
    const { entries, truncated } = await volume.list("", { recursive: true });
    expect(entries.map(({ path }) => path)).toEqual(["closed", "locked", "seen"]);
    expect(truncated).toBe(true);
  });
});
