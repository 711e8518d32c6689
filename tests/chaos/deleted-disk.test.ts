import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { linesIn, lookAt, mixedFiles, writeTree } from "./file-tree.ts";
import { pair, until } from "./moments.test-support.ts";
import { endOf, filesOf } from "./portable-work.ts";
import { portableWorld } from "./portable-world.ts";
import { handOver, makeWorkspace } from "./sessions.ts";

it("a disk that is deleted while its workspace is idle costs nothing, on the same host and on another", async () => {
  const dir = await mkdtemp(join(tmpdir(), "witness-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await using world = await portableWorld({
    script: { command: (key, step) => (step > 1 ? null : writeTree(key, join(dir, "witness"))) },
    instances: 2,
    leaseMs: 1_000,
    seed: 1,
  });
  const { caller } = world;
  const [first, second] = await pair(world);
  const workspace = await makeWorkspace(caller, "one");
  let session: string | undefined;
  const say = async (key: string) => {
    const accepted = await handOver(caller, workspace, key, session);
    session = accepted.sessionId;
    expect(await endOf(caller, accepted)).toMatchObject({ stop_reason: "end_turn" });
    await until(async () => !(await filesOf(caller, workspace)).dirty);
    const tree = await until(() => lookAt(caller, workspace));
    expect(mixedFiles(tree)).toEqual([]);
    return linesIn(tree);
  };
  await say("before");
  await rm(join(first.settings.filesDir, "workspaces", workspace), { recursive: true });
  expect(await say("folder")).toEqual(["before", "folder"]);
  await first.kill();
  await rm(first.settings.filesDir, { recursive: true });
  await second.startSurely();
  expect(await say("host")).toEqual(["before", "folder", "host"]);
});
