import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@workspace-agent/core/testing";
import type { Volume } from "@workspace-agent/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { newTemporaryName } from "./entries/temporary-names.ts";
import { folderVolumes } from "./folder-volumes.ts";
import { bytes, givenFolder, nothingOpen, textOf } from "./given.test-support.ts";
import { STALE_MS } from "./removing/sweep.ts";

const namesIn = async (dir: string) => (await readdir(join(dir, "skills", "t1"))).sort();

const writing = (text: string) => async (volume: Volume) => {
  await volume.write("f", bytes(text));
};

it("a sealed volume has its name when it is complete, and a failed fill leaves nothing", async () => {
  const given = await givenFolder();
  const { dir, provider } = given;
  const seen: string[][] = [];
  const volume = await provider.sealed("t1", "k1", async (filled) => {
    await filled.write("scripts/run.sh", bytes("echo"), { mode: 0o755 });
    seen.push(await namesIn(dir));
  });
  expect(seen[0]).toEqual([expect.stringMatching(/^\.wa-tmp-/)]);
  expect(volume.hostPath).toBe(join(dir, "skills", "t1", "k1"));
  expect((await stat(join(dir, "skills", "t1", "k1", "scripts", "run.sh"))).mode & 0o777).toBe(0o755);
  const broken = provider.sealed("t1", "k2", async (filled) => {
    await filled.write("f", bytes("x"));
    throw new Error("broken");
  });
  await expect(broken).rejects.toThrow("broken");
  expect(await namesIn(dir)).toEqual(["k1"]);
  await provider.removeSealed("t1", "k1");
  expect(await namesIn(dir)).toEqual([]);
  await nothingOpen(given);
});

it("the keys of a tenant's sealed volumes are listed, but for those that are not complete", async () => {
  const given = await givenFolder();
  const { provider } = given;
  expect(await provider.sealedKeys("t1")).toEqual([]);
  for (const key of ["k1", "k2"]) await provider.sealed("t1", key, writing("x"));
  await provider.sealed("t2", "k3", async () => {
    expect(await provider.sealedKeys("t2")).toEqual([]);
  });
  expect((await provider.sealedKeys("t1")).toSorted()).toEqual(["k1", "k2"]);
  expect(await provider.sealedKeys("t2")).toEqual(["k3"]);
  await nothingOpen(given);
});

it("of two processes that fill at once, one wins and both see its content", async () => {
  const { dir, provider } = await givenFolder();
  const other = folderVolumes({ dir, durable: false });
  onTestFinished(() => other.close());
  const barrier: PromiseWithResolvers<void> = Promise.withResolvers();
  let waiting = 0;
  const fill = (text: string) => async (volume: Volume) => {
    await volume.write("f", bytes(text));
    waiting += 1;
    if (waiting === 2) barrier.resolve();
    await barrier.promise;
  };
  const [one, two] = await Promise.all([
    provider.sealed("t1", "k", fill("the same")),
    other.sealed("t1", "k", fill("the same")),
  ]);
  expect([await textOf(one, "f"), await textOf(two, "f")]).toEqual(["the same", "the same"]);
  expect(await namesIn(dir)).toEqual(["k"]);
});

it("a sealed volume that another process removed is filled again", async () => {
  const { dir, provider } = await givenFolder();
  const other = folderVolumes({ dir, durable: false });
  onTestFinished(() => other.close());
  await provider.sealed("t1", "k", writing("old"));
  await other.removeSealed("t1", "k");
  const again = await provider.sealed("t1", "k", writing("new"));
  expect(await textOf(again, "f")).toBe("new");
});

it("the leftovers of a fill are removed after an hour, and not before", async () => {
  const { dir, provider } = await givenFolder();
  await provider.sealed("t1", "k", writing("x"));
  const left = join(dir, "skills", "t1", newTemporaryName());
  await mkdir(join(left, "deep"), { recursive: true });
  await writeFile(join(left, "deep", "f"), "part");
  for (const [age, count] of [
    [STALE_MS - 60_000, 2],
    [STALE_MS + 60_000, 1],
  ] as const) {
    const later = folderVolumes({ dir, clock: fakeClock(Date.now() + age) });
    await later.placement();
    await later.shared("any");
    await later.close();
    expect(await namesIn(dir)).toHaveLength(count);
  }
  expect(await namesIn(dir)).toEqual(["k"]);
});
