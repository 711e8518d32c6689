import { readdir } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { newFolder } from "../new-folder.test-support.ts";
import { CutDisk } from "./cut-disk.ts";

test("a disk that cannot be made leaves no folder", async () => {
  const dir = await newFolder();
  vi.stubEnv("TMPDIR", dir).stubEnv("PATH", dir);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(CutDisk.create()).rejects.toThrow("ENOENT");
  expect(await readdir(dir)).toEqual([]);
});
