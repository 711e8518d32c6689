import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { expect, it, onTestFinished } from "vitest";
import { ScratchUse } from "./scratch-use.ts";

it("the use of a place's own folders is counted while commands run and after them, by what is on the disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scratch-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const use = new ScratchUse([folder], 1_048_576, silentLogger, 10);
  onTestFinished(() => use.stop());
  const end = use.begin();
  await writeFile(join(folder, "hole"), "");
  await truncate(join(folder, "hole"), 100 * 1_048_576);
  await writeFile(join(folder, "large"), new Uint8Array(2 * 1_048_576).fill(1));
  await expect.poll(() => use.isFull).toBe(true);
  await rm(join(folder, "large"));
  end();
  await expect.poll(() => use.isFull).toBe(false);
});
