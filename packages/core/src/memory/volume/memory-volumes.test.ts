import { expect, test } from "vitest";
import { describeVolumeContract } from "../../testing/volume-contract/describe-volume-contract.ts";
import { fakeClock } from "../../testing/fake-clock/fake-clock.ts";
import { memoryVolumes } from "./memory-volumes.ts";

describeVolumeContract("memory", () => ({ provider: memoryVolumes() }));

test("modification times come from the clock", async () => {
  const clock = fakeClock(5_000);
  const volume = await memoryVolumes({ clock }).workspace("ws_1");
  await volume.write("f", new Uint8Array(1));
  await clock.advance(10);
  await volume.write("g", new Uint8Array(1));
  expect((await volume.list("")).entries.map(({ mtime }) => mtime)).toEqual([5_000, 5_010]);
});

test("each provider has a placement of its own, or the one that it is given", async () => {
  expect(await memoryVolumes().placement()).not.toBe(await memoryVolumes().placement());
  expect(await memoryVolumes({ placement: "here" }).placement()).toBe("here");
});
