import { existsSync } from "node:fs";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it } from "vitest";
import { NO_FLUSHES } from "./directories/descend.ts";
import { procAccess } from "./directories/proc-access.ts";
import { newTemporaryName, allowSweep } from "./entries/temporary-names.ts";
import { Folders } from "./folders.ts";
import { bytes, codeOf, givenFolder } from "./given.test-support.ts";
import { STALE_MS } from "./removing/sweep.ts";

const MOST_INODES = 1_000;

/** Makes temporary files and directories, at the top and further down. */
async function leaveBehind(files: string): Promise<string[]> {
  const left = ["", "uk", "a/b/c"].flatMap((folder) => [
    join(files, folder, newTemporaryName()),
    join(files, folder, newTemporaryName()),
  ]);
  for (const [index, path] of left.entries()) {
    await mkdir(dirname(path), { recursive: true });
    if (index % 2 === 0) await writeFile(path, "x".repeat(1_000));
    else {
      await mkdir(join(path, "d", newTemporaryName()), { recursive: true });
      await writeFile(join(path, "d", "f"), "x".repeat(1_000));
    }
  }
  return left;
}

const there = (paths: readonly string[]) => paths.filter((path) => existsSync(path));

async function given() {
  const clock = fakeClock(Date.now());
  const folder = await givenFolder({ clock, maxInodes: MOST_INODES });
  return { ...folder, clock };
}

/** Sweeps like a later process that starts on the same folder. */
async function restarted(dir: string, now: number): Promise<void> {
  const folders = await Folders.prepare(dir, procAccess, null, NO_FLUSHES);
  await folders.sweep(now, new AbortController().signal);
  await folders.close();
}

describe("a leftover of a crash", () => {
  it("counts towards the quota until it is removed", async () => {
    const { volume, files, clock } = await given();
    await leaveBehind(files);
    const { inodes } = await volume.usage();
    expect(inodes).toBeGreaterThan(6);
    await Promise.all(
      Array.from({ length: MOST_INODES - inodes }, (_, index) => volume.write(`f${index}`, bytes("x"))),
    );
    expect(await codeOf(volume.write("f", bytes("x")))).toBe("quota_exceeded");
    await clock.advance(STALE_MS + 60_000);
    expect((await volume.usage()).inodes).toBeLessThan(MOST_INODES);
    expect(await codeOf(volume.write("f", bytes("x")))).toBe("ok");
  });

  it("is removed from volumes that nobody opens after an hour", async () => {
    const folder = await given();
    const shared = await folder.provider.shared("tenant");
    const left = [...(await leaveBehind(folder.files)), ...(await leaveBehind(shared.hostPath ?? ""))];
    await restarted(folder.dir, folder.clock.now());
    expect(there(left)).toEqual(left);
    await folder.clock.advance(STALE_MS + 60_000);
    await restarted(folder.dir, folder.clock.now());
    expect(there(left)).toEqual([]);
    expect((await readdir(folder.files, { recursive: true })).sort()).toEqual(["a", "a/b", "a/b/c", "uk"]);
  });

  it("is swept again while the volumes are used", async () => {
    const { provider, files, clock } = await given();
    const left = await leaveBehind(files);
    // The sweep of the start may still run, and the next one starts an hour after its end.
    const leftAnHourLater = async () => {
      await clock.advance(STALE_MS + 60_000);
      await provider.workspace("ws_other");
      return there(left);
    };
    await expect.poll(leftAnHourLater).toEqual([]);
  });

  it("of an earlier version is removed, with all in it", async () => {
    const folder = await given();
    const old = join(dirname(folder.files), "baselines");
    await mkdir(join(old, "ses_1"), { recursive: true });
    await writeFile(join(old, "ses_1", "index.json"), "{}");
    await restarted(folder.dir, folder.clock.now());
    expect(there([old, folder.files])).toEqual([folder.files]);
  });

  it("is removed although another volume cannot be read", async () => {
    const folder = await given();
    await writeFile(join(folder.dir, "workspaces", "stray"), "");
    await symlink(folder.outside, join(folder.dir, "shared", "a-link"));
    const left = await leaveBehind(folder.files);
    await folder.clock.advance(STALE_MS + 60_000);
    await expect(restarted(folder.dir, folder.clock.now())).rejects.toThrow();
    expect(there(left)).toEqual([]);
    await folder.expectOutsideUntouched();
  });
});

it("a staging area of another process stays while any entry in it is new", async () => {
  const folder = await given();
  const staging = await folder.volume.stage();
  await staging.write("d/early", bytes("1"));
  const [area = ""] = await readdir(folder.files);
  // Now it looks to this process like another's.
  allowSweep(area);
  const changedAt = async (...names: readonly string[]) =>
    (await stat(join(folder.files, area, ...names))).ctimeMs;
  const topChangedAt = await changedAt();
  // File system clocks stand still for milliseconds.
  let count = 0;
  while ((await changedAt("d")) - topChangedAt < 20) await staging.write(`d/late-${count++}`, bytes("2"));
  await restarted(folder.dir, Math.ceil(topChangedAt) + STALE_MS);
  await staging.commit("");
  await staging.discard();
  expect((await folder.volume.list("d")).entries).toHaveLength(count + 1);
});

it("links with a temporary name are removed and not followed", async () => {
  const folder = await given();
  const [top, nested] = [newTemporaryName(), newTemporaryName()];
  await symlink(folder.outside, join(folder.files, top));
  await mkdir(join(folder.files, nested));
  await symlink(folder.outside, join(folder.files, nested, newTemporaryName()));
  await symlink(join(folder.outside, "secret"), join(folder.files, nested, "secret"));
  await folder.volume.usage();
  await folder.clock.advance(STALE_MS + 60_000);
  await restarted(folder.dir, folder.clock.now());
  expect(await readdir(folder.files)).toEqual([]);
  await folder.expectOutsideUntouched();
});
