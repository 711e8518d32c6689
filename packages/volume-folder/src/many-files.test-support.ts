import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { givenFolder, nothingOpen } from "./given.test-support.ts";

const FOLDERS = 50;

/** Counts the turns of the event loop during `work`: in each, other work can run. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = async () => {
    for (; !isDone; turns++) await new Promise(setImmediate);
  };
  await Promise.all([count(), work().finally(() => (isDone = true))]);
  return turns;
}

/** Lists and removes 50 folders of so many files each, and compares the turns of the event loop with that number. */
export async function expectManyFilesHoldNothingUp(filesInEach: number): Promise<void> {
  const given = await givenFolder();
  const { volume, files } = given;
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(files, `folder-${folder}`));
    for (let file = 0; file < filesInEach; file++)
      closeSync(openSync(join(files, `folder-${folder}/${file}`), "w"));
  }
  const all = FOLDERS * (filesInEach + 1);
  const turns = await turnsDuring(async () => {
    const { entries, truncated } = await volume.list("", { recursive: true });
    expect([entries.length, truncated]).toEqual([all, false]);
    const page = await volume.list("", { recursive: true, limit: 1_000 });
    expect([page.entries.length, page.truncated]).toEqual([1_000, true]);
    expect(page.entries).toEqual(entries.slice(0, 1_000));
  });
  // At most a hundred files per turn.
  expect(turns).toBeGreaterThan(all / 100);
  expect(
    await turnsDuring(async () => {
      await volume.remove("folder-7");
    }),
  ).toBeGreaterThan(filesInEach / 100);
  await nothingOpen(given);
}
