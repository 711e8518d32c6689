import { readdir } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { newFolder } from "../new-folder.test-support.ts";
import { SmallDisk } from "./small-disk.ts";

test("a disk that cannot be mounted leaves no folder", async () => {
  const dir = await newFolder();
  vi.stubEnv("TMPDIR", dir);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(SmallDisk.create("no size")).rejects.toThrow();
  expect(await readdir(dir)).toEqual([]);
});
