import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { givenFolder, openFiles } from "./given.test-support.ts";

test("50,000 files are listed and removed without holding the event loop", { timeout: 60_000 }, async () => {
  const given = await givenFolder();
  const { volume, files } = given;
  for (let folder = 0; folder < 50; folder++) {
    mkdirSync(join(files, `folder-${folder}`));
    for (let file = 0; file < 1_000; file++)
      closeSync(openSync(join(files, `folder-${folder}/${file}`), "w"));
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { entries, truncated } = await volume.list("", { recursive: true });
  const page = await volume.list("", { recursive: true, limit: 1_000 });
  await volume.remove("folder-7");
  delay.disable();
  expect([entries.length, truncated]).toEqual([50_050, false]);
  expect([page.entries.length, page.truncated]).toEqual([1_000, true]);
  expect(page.entries).toEqual(entries.slice(0, 1_000));
  expect(openFiles(given)).toEqual([]);
  expect(delay.percentile(99) / 1e6).toBeLessThan(100);
});
