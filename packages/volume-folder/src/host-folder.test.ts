import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VolumeProvider } from "@workspace-agent/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { chooseAccess } from "./directories/choose-access.ts";
import { NO_FLUSHES } from "./directories/descend.ts";
import { folderName } from "./folder-name.ts";
import { folderVolumes } from "./folder-volumes.ts";
import { bytes, codeOf, givenFolder, textOf } from "./given.test-support.ts";
import { storedId } from "./stored-id.ts";

async function aDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "host-folder-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

describe("the folder of the host", () => {
  it("holds the workspaces, the shared volumes and the placement", async () => {
    const { dir, provider, volume } = await givenFolder();
    await volume.write("f", bytes("x"));
    await (await provider.shared("Acme/../x")).write("g", bytes("y"));
    const placement = await provider.placement();
    expect(await readFile(join(dir, "workspaces/ws_1/files/f"), "utf8")).toBe("x");
    expect(await readFile(join(dir, "shared", "%41cme%2f%2e%2e%2fx", "g"), "utf8")).toBe("y");
    expect(await readFile(join(dir, "placement"), "utf8")).toBe(`${placement}\n`);
    expect((await readdir(dir)).sort()).toEqual(["owners", "placement", "shared", "skills", "workspaces"]);
  });

  it("cannot be entered by other users of the host", async () => {
    const { dir } = await givenFolder();
    for (const path of [dir, join(dir, "workspaces"), join(dir, "workspaces/ws_1"), join(dir, "shared")]) {
      expect([path, (await stat(path)).mode & 0o777]).toEqual([path, 0o700]);
    }
  });

  it("may be a link itself; `hostPath` has the real path", async () => {
    const top = await aDirectory();
    await mkdir(join(top, "real"));
    await symlink("real", join(top, "link"));
    const provider = folderVolumes({ dir: join(top, "link") });
    const volume = await provider.workspace("ws_1");
    await volume.write("f", bytes("x"));
    expect(volume.hostPath).toMatch(/\/real\/workspaces\/ws_1\/files$/);
    expect(await textOf(volume, "f")).toBe("x");
  });

  it("that cannot be made causes an error without a path, and the next call tries again", async () => {
    const top = await aDirectory();
    await writeFile(join(top, "file"), "");
    const provider = folderVolumes({ dir: join(top, "file", "below") });
    expect(await codeOf(provider.workspace("ws_1"))).not.toBe("ok");
    await rm(join(top, "file"));
    expect(await codeOf(provider.workspace("ws_1"))).toBe("ok");
  });

  it("is refused on Windows, and with half an owner", () => {
    expect(() => chooseAccess("win32")).toThrow("Linux or macOS");
    expect(() => folderVolumes({ dir: "/nowhere", uid: 1 })).toThrow("uid and gid");
  });
});

describe("a removed workspace", () => {
  it("refuses calls through old handles", async () => {
    const { provider, volume, dir } = await givenFolder();
    await volume.write("f", bytes("x"));
    await provider.removeWorkspace("ws_1");
    expect(await codeOf(volume.write("f", bytes("x")))).toBe("not_found");
    expect(await codeOf(volume.list(""))).toBe("not_found");
    expect(await volume.stat("")).toBeNull();
    expect(await readdir(join(dir, "workspaces"))).toEqual([]);
  });
});

describe("the name of a folder", () => {
  it("is unique for each id even ignoring case, and never a path", () => {
    const ids = ["ws_1", "WS_1", "ws_1-evil", "a/b", "a%2fb", "..", ".", "a.b", "ü", " ", "x".repeat(300)];
    const names = ids.map((id) => folderName(id).toLowerCase());
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9_%-]{1,255}$/);
    expect(folderName("x".repeat(300))).not.toBe(folderName("x".repeat(301)));
    expect(() => folderName("")).toThrow();
    expect(() => folderName("\ud800")).toThrow();
  });
});

describe("the id of a copy of the files", () => {
  const given = async (volumes: VolumeProvider) => (await volumes.workspace("ws_1")).snapshots?.copyId();

  it("is another where the files alone were removed and made again", async () => {
    const { dir, files, provider } = await givenFolder();
    const id = await given(provider);
    await rm(files, { recursive: true });
    const again = await given(provider);
    expect(again).not.toBe(id);
    expect(await readdir(join(dir, "workspaces", "ws_1", "snapshots"))).toHaveLength(1);
    expect(await given(provider)).toBe(again);
  });
});

describe("the placement", () => {
  it("is the same for all that start at once", async () => {
    const dir = await aDirectory();
    const started = () => storedId(dir, "placement", "place", NO_FLUSHES);
    const placements = await Promise.all(Array.from({ length: 30 }, started));
    expect(new Set(placements).size).toBe(1);
    expect(placements[0]).toMatch(/^place-[0-9a-f]{24}$/);
    expect(await readdir(dir)).toEqual(["placement"]);
  });

  it("can be set by the host", async () => {
    const provider = folderVolumes({ dir: await aDirectory(), placement: "rack-7" });
    expect(await provider.placement()).toBe("rack-7");
  });
});
