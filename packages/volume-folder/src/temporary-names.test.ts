import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { newTemporaryName } from "./entries/temporary-names.ts";
import { bytes, codeOf, givenFolder } from "./given.test-support.ts";
import { STALE_MS } from "./removing/sweep.ts";

describe("temporary names", () => {
  it("cannot be used by a caller", async () => {
    const { volume, provider } = await givenFolder();
    const name = newTemporaryName();
    await volume.write("f", bytes("x"));
    for (const path of [name, `${name}/f`, `dir/${name}`]) {
      expect(await codeOf(volume.write(path, bytes("x")))).toBe("invalid_path");
      expect(await codeOf(volume.stat(path))).toBe("invalid_path");
      expect(await codeOf(volume.move("f", path))).toBe("invalid_path");
      expect(await codeOf(provider.shared("tenant", { root: path }))).toBe("invalid_path");
    }
    expect(await codeOf(volume.write(".wa-tmp-notes", bytes("x")))).toBe("ok");
  });

  async function withLeftovers() {
    const clock = fakeClock(Date.now());
    const given = await givenFolder({ clock });
    const [file, tree] = [
      join(given.files, newTemporaryName()),
      join(given.files, "dir", newTemporaryName()),
    ];
    await mkdir(join(tree, "a", "b"), { recursive: true });
    await writeFile(join(tree, "a", "b", "f"), "x");
    await writeFile(file, "x");
    await utimes(file, 0, 0);
    return { ...given, clock };
  }

  it("are not listed, nor are entries below them", async () => {
    const { volume } = await withLeftovers();
    expect((await volume.list("", { recursive: true })).entries.map(({ path }) => path)).toEqual(["dir"]);
  });

  it("left by a crash are removed after an hour, and not before", async () => {
    const { volume, files, clock } = await withLeftovers();
    await clock.advance(STALE_MS - 60_000);
    await volume.usage();
    await volume.list("", { recursive: true });
    expect(await readdir(files)).toHaveLength(2);
    await clock.advance(120_000);
    await volume.list("", { recursive: true });
    expect(await readdir(files, { recursive: true })).toEqual(["dir"]);
  });

  it("are removed from the folder of workspaces at the next start", async () => {
    const clock = fakeClock(Date.now());
    const { dir, provider } = await givenFolder({ clock });
    const left = join(dir, "workspaces", newTemporaryName());
    await mkdir(join(left, "files", "deep"), { recursive: true });
    await clock.advance(2 * STALE_MS);
    const { folderVolumes } = await import("./folder-volumes.ts");
    const next = folderVolumes({ dir, clock });
    await next.workspace("ws_1");
    await next.close();
    expect(await readdir(join(dir, "workspaces"))).toEqual(["ws_1"]);
    await provider.removeWorkspace("ws_1");
  });
});
