import { chmod, mkdir, rename, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf, givenFolder } from "./given.test-support.ts";

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

describe("the locked root folder of a volume", () => {
  it("is unlocked for its owner when the volume is opened, and for nobody else", async () => {
    const { provider, files } = await givenFolder();
    for (const [before, after] of [
      [0o000, "700"],
      [0o055, "755"],
      [0o3577, "3777"],
    ] as const) {
      await chmod(files, before);
      await provider.workspace("ws_1");
      expect(await modeOf(files)).toBe(after);
    }
  });

  it("is unlocked with the folders above it in a shared volume", async () => {
    const { provider } = await givenFolder();
    const { hostPath = "" } = await provider.shared("tenant", { root: "a/b" });
    const all = [hostPath, join(hostPath, ".."), join(hostPath, "../..")];
    for (const path of all) await chmod(path, 0o000);
    await provider.shared("tenant", { root: "a/b" });
    expect(await Promise.all(all.map(modeOf))).toEqual(["700", "700", "700"]);
  });

  it("is not unlocked through a link", async () => {
    const { provider, outside } = await givenFolder();
    const { hostPath = "" } = await provider.shared("tenant", { root: "team" });
    await rename(hostPath, `${hostPath}-away`);
    await mkdir(join(outside, "locked"), { mode: 0o500 });
    await symlink(join(outside, "locked"), hostPath);
    expect(await codeOf(provider.shared("tenant", { root: "team" }))).toBe("invalid_path");
    expect(await modeOf(join(outside, "locked"))).toBe("500");
  });
});
