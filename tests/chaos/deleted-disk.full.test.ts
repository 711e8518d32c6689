import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pair } from "./moments.test-support.ts";
import { published, witnessedWorld } from "./one-session.test-support.ts";

it("files that are deleted from a disk while their workspace is idle are there for the next message, on the same host and on another", async () => {
  await using world = await witnessedWorld(0);
  const [first, second] = await pair(world);
  const session = await published(world, "one");
  await rm(join(first.settings.filesDir, "workspaces", session.workspaceId), { recursive: true });
  await session.finish(await session.begin());
  expect(await session.lines()).toEqual(["one1", "one2"]);
  await first.kill();
  await rm(first.settings.filesDir, { recursive: true });
  await second.startSurely();
  await session.finish(await session.begin());
  expect(await session.lines()).toEqual(["one1", "one2", "one3"]);
});
