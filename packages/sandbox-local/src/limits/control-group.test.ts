import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";
import { ControlGroup } from "./control-group.ts";
import { findHierarchy } from "./hierarchy.ts";

const hierarchy = await findHierarchy();
const isSkipped = skips(
  "control groups",
  hierarchy === null ? "this host has no control groups to use" : null,
);

/** Less than the kernel accepts. */
const CPUS = 0.000_1;

it.skipIf(isSkipped)("a control group whose limits the kernel refuses leaves no folder", async () => {
  if (hierarchy === null) return;
  const groups = async () => {
    const names = await Promise.all(Object.values(hierarchy.folders).map((folder) => readdir(folder)));
    return names.flat().filter((name) => name.startsWith(`workspace-agent-${process.pid}-`));
  };
  const before = await groups();
  await expect(ControlGroup.make(hierarchy, { memoryMb: 64, cpus: CPUS })).rejects.toThrow();
  expect(await groups()).toEqual(before);
});
