import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aSession, aWorkspace } from "@workspace-agent/core/testing";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asUser } from "./as-user.test-support.ts";
import { backUp } from "./backup.ts";
import { removeTree } from "./copy-tree.ts";
import { isNewer } from "./manifest.ts";
import { requireWholeRestore, restore } from "./restore.ts";

describe("a backup of a data folder", () => {
  let dir: string;
  let DATA_DIR: string;
  let backup: string;
  let printed: string;
  const print = (text: string) => void (printed += text);
  const workspace = aWorkspace();
  const session = aSession(workspace);

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "backup-"));
    [DATA_DIR, backup, printed] = [join(dir, "data"), join(dir, "backup"), ""];
    const store = sqliteStore({ file: join(DATA_DIR, "workspace-agent.db") });
    await store.start();
    await store.workspaces.insert(workspace);
    await store.sessions.insert(session);
    await store.close();
    await mkdir(join(DATA_DIR, "files", "one"), { recursive: true });
    await writeFile(join(DATA_DIR, "files", "one", "a.txt"), "text");
    await writeFile(join(DATA_DIR, "secret-key"), "key", { mode: 0o600 });
    await mkdir(join(DATA_DIR, "files", "skills", "default", "skl1"), { recursive: true });
    await writeFile(join(DATA_DIR, "files", "skills", "default", "skl1", "SKILL.md"), "skill");
    await mkdir(join(DATA_DIR, "compiled"));
    await writeFile(join(DATA_DIR, "compiled", "code"), "code");
    await mkdir(join(DATA_DIR, "sandboxes", "server-1"), { recursive: true });
  });
  afterEach(() => removeTree(dir));

  const other = () => ({ DATA_DIR: join(dir, "restored") });

  it("restores the database, the files and the key, and nothing that can be made again", async () => {
    expect(await backUp({ DATA_DIR }, backup, print)).toBe(true);
    expect(printed).toBe(`${backup} has 1 workspaces, 1 sessions and 2 files.\n`);
    expect((await stat(backup)).mode & 0o077).toBe(0);
    expect((await readdir(dir)).toSorted()).toEqual(["backup", "data"]);
    expect((await readdir(join(backup, "data"))).toSorted()).toEqual([
      "files",
      "secret-key",
      "workspace-agent.db",
    ]);
    expect(await readdir(join(backup, "data", "files"))).toEqual(["one"]);

    await restore(other(), backup, print);
    const { DATA_DIR: restored } = other();
    expect(await readFile(join(restored, "files", "one", "a.txt"), "utf8")).toBe("text");
    expect(await readFile(join(restored, "secret-key"), "utf8")).toBe("key");
    const store = sqliteStore({ file: join(restored, "workspace-agent.db") });
    await store.start();
    expect(await store.workspaces.get(workspace.tenant, workspace.id)).toEqual(workspace);
    expect(await store.sessions.get(workspace.tenant, workspace.id, session.id)).toEqual(session);
    await store.close();
  });

  it("has nothing of one that was killed and had the same process id", async () => {
    const left = join(`${backup}.incomplete-${process.pid}`, "data", "files", "one");
    await mkdir(left, { recursive: true });
    await writeFile(join(left, "gone.txt"), "text");
    await backUp({ DATA_DIR }, backup, print);
    await restore(other(), backup, print);
    expect(await readdir(join(other().DATA_DIR, "files", "one"))).toEqual(["a.txt"]);
  });

  it("is restored where a copy of it has a file of its own for each name", async () => {
    const [one, two] = ["a.txt", "b.txt"];
    await link(join(DATA_DIR, "files", "one", one), join(DATA_DIR, "files", "one", two));
    await backUp({ DATA_DIR }, backup, print);
    const files = join(backup, "data", "files", "one");
    await rm(join(files, two));
    await copyFile(join(files, one), join(files, two));
    await restore(other(), backup, print);
    expect(await readFile(join(other().DATA_DIR, "files", "one", two), "utf8")).toBe("text");
  });

  it("of a version that counted the bytes of such a file once is restored, and none with fewer bytes", async () => {
    await backUp({ DATA_DIR }, backup, print);
    const path = join(backup, "manifest.json");
    const manifest = await readFile(path, "utf8");
    // Four of the file and three of the key.
    const withBytes = (bytes: number) =>
      writeFile(path, manifest.replace('"bytes": 7,', `"bytes": ${bytes},`));
    await withBytes(8);
    await expect(restore(other(), backup, print)).rejects.toThrow(/it has 7 bytes instead of 8/);
    await removeTree(other().DATA_DIR);
    await withBytes(3);
    await restore(other(), backup, print);
  });

  it("of an earlier version, with the files of skills, is restored", async () => {
    await backUp({ DATA_DIR }, backup, print);
    const path = join(backup, "manifest.json");
    const manifest = await readFile(path, "utf8");
    await mkdir(join(backup, "data", "files", "skills"));
    await writeFile(path, manifest.replace('"folders": 2,', '"folders": 3,'));
    await restore(other(), backup, print);
  });

  it("is not made where the files are behind a link", async () => {
    const disk = join(dir, "disk");
    await rename(join(DATA_DIR, "files"), disk);
    await symlink(disk, join(DATA_DIR, "files"));
    await expect(backUp({ DATA_DIR }, backup, print)).rejects.toThrow(/files is a symbolic link/);
    expect((await readdir(dir)).toSorted()).toEqual(["data", "disk"]);
  });

  it("says that the key of the environment is not in it", async () => {
    await removeTree(join(DATA_DIR, "files"));
    const SECRET_KEY = "canary key of the environment";
    await rm(join(DATA_DIR, "secret-key"));
    await backUp({ DATA_DIR, SECRET_KEY }, backup, print);
    expect(printed).toContain("SECRET_KEY is not in the backup.");
    await restore(other(), backup, print);
    expect(printed).toContain("Set SECRET_KEY to the key of the server that was backed up.");
    expect(printed + (await readFile(join(backup, "manifest.json"), "utf8"))).not.toContain(SECRET_KEY);
  });

  it("says that the objects of a bucket are not in it", async () => {
    await backUp({ DATA_DIR, FILES_BUCKET: { bucket: "my-files", prefix: "a" } }, backup, print);
    expect(printed).toContain("The objects of s3://my-files/a are not in the backup.");
  });

  it("goes to a new or empty folder outside of the data", async () => {
    const taken = join(dir, "taken");
    await mkdir(taken);
    await writeFile(join(taken, "file"), "");
    await expect(backUp({ DATA_DIR }, taken, print)).rejects.toThrow(/is not empty/);
    await symlink(DATA_DIR, join(dir, "link"));
    for (const inside of [join(DATA_DIR, "backup"), join(dir, "link", "files", "backup")])
      await expect(backUp({ DATA_DIR }, inside, print)).rejects.toThrow(/is inside of DATA_DIR/);
    await expect(backUp({ DATA_DIR }, join(dir, "none", "backup"), print)).rejects.toThrow(/does not exist/);
    await expect(backUp({ DATA_DIR: join(dir, "none") }, backup, print)).rejects.toThrow(
      /There is no database/,
    );
    const url = { DATA_DIR, DATABASE_URL: "postgres://u:p@h/d" };
    await expect(backUp(url, backup, print)).rejects.toThrow(/pg_dump/);
    await expect(restore(url, backup, print)).rejects.toThrow(/pg_dump/);
    expect((await readdir(dir)).toSorted()).toEqual(["data", "link", "taken"]);
    await mkdir(backup);
    await backUp({ DATA_DIR: join(dir, "link") }, backup, print);
    expect(await readdir(backup)).toContain("manifest.json");
  });

  it("is restored into an empty folder that no server uses", async () => {
    await backUp({ DATA_DIR }, backup, print);
    await expect(restore({ DATA_DIR }, backup, print)).rejects.toThrow(/is not empty/);
    const store = sqliteStore({ file: join(DATA_DIR, "workspace-agent.db") });
    await store.start();
    await expect(restore({ DATA_DIR }, backup, print)).rejects.toThrow(
      "Another process has the database file open.",
    );
    await store.close();
  });

  it("that is incomplete, damaged or newer is not restored", async () => {
    await expect(restore(other(), backup, print)).rejects.toThrow(/is no complete backup/);
    await backUp({ DATA_DIR }, backup, print);
    const manifest = await readFile(join(backup, "manifest.json"), "utf8");
    const change = (edit: (text: string) => string) =>
      writeFile(join(backup, "manifest.json"), edit(manifest));
    await change((text) => text.replace('"format": 1', '"format": 2'));
    await expect(restore(other(), backup, print)).rejects.toThrow(/no backup that this version can read/);
    await change((text) => text.replace(/"version": "[^"]*"/, '"version": "999.0.0"'));
    await expect(restore(other(), backup, print)).rejects.toThrow(/The backup is of version 999\.0\.0/);
    await change((text) => text.replace(/"sha256": "[^"]*"/, '"sha256": "00"'));
    await expect(restore(other(), backup, print)).rejects.toThrow(/has another hash/);
    expect((await readdir(dir)).toSorted()).toEqual(["backup", "data"]);

    await change((text) => text.replace(/"files": 2,/, '"files": 3,'));
    await expect(restore(other(), backup, print)).rejects.toThrow(/it has 2 files instead of 3/);
    expect(() => requireWholeRestore(other().DATA_DIR)).toThrow(/broke off/);
    requireWholeRestore(DATA_DIR);
  });

  it("without a file that cannot be read says so, and is restored", async () => {
    await chmod(join(DATA_DIR, "files", "one", "a.txt"), 0o000);
    expect(await asUser(dir, () => backUp({ DATA_DIR }, backup, print))).toBe(false);
    expect(printed).toContain("NOT in the backup, because it cannot be read: files/one/a.txt\n");
    await restore(other(), backup, print);
  });
});

it("versions are compared number by number", () => {
  const newer = [
    ["0.10.0", "0.9.9"],
    ["1.0.0", "0.9.9"],
    ["0.1.1-beta.1", "0.1.0"],
  ] as const;
  for (const [version, than] of newer)
    expect([isNewer(version, than), isNewer(than, version)]).toEqual([true, false]);
  expect(isNewer("0.1.0", "0.1.0")).toBe(false);
});
