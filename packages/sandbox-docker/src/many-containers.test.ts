import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { SandboxMount } from "@workspace-agent/core/ports";
import { expect, it } from "vitest";
import { fakeEngine } from "./fake-engine.test-support.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

/** A workspace whose sandbox was started, and mounts that need containers of their own. */
async function given() {
  const engine = await fakeEngine();
  const { sandbox } = engine;
  await sandbox.start();
  const dir = await newFolder();
  const volumeAt = async (name: string) => {
    const hostPath = join(dir, name);
    await mkdir(hostPath);
    return Object.assign(await memoryVolumes().workspace(name), { hostPath });
  };
  const spec = specOf(await volumeAt("workspace"));
  const skill = async (name: string): Promise<SandboxMount> => {
    const volume = await volumeAt(name);
    return { target: `/mnt/skills/${name}`, volume, access: "read", isExchangeable: true };
  };
  const openWith = (...mounts: readonly SandboxMount[]) =>
    sandbox.open({ ...spec, mounts: [...spec.mounts, ...mounts] });
  return { ...engine, skill, openWith };
}

it("commands with the same mounts share a container, also where all wait for the workspace's first one", async () => {
  const { skill, openWith, made, hold } = await given();
  const release = await hold();
  const bare = await openWith();
  const mount = await skill("one");
  let looks = 0;
  const { hostPath } = mount.volume;
  Object.defineProperty(mount.volume, "hostPath", {
    get() {
      looks++;
      return hostPath;
    },
  });
  const first = bare.run({ command: "true" });
  await expect.poll(made).toHaveLength(1);
  const skilled = await openWith(mount);
  const before = looks;
  const both = [skilled.run({ command: "true" }), skilled.run({ command: "true" })];
  await expect.poll(() => looks - before).toBeGreaterThanOrEqual(2);
  await release();
  for (const { exitCode } of await Promise.all([first, ...both])) expect(exitCode).toBe(0);
  expect(await made()).toHaveLength(2);
});

it("three containers of a workspace stay, whatever mounts its commands had", async () => {
  const { skill, openWith, made, present } = await given();
  await (await openWith()).run({ command: "true" });
  for (const name of ["one", "two", "three", "four"])
    await (await openWith(await skill(name))).run({ command: "true" });
  const all = await made();
  expect(all).toHaveLength(5);
  expect(await present()).toEqual([all[0], all[3], all[4]]);
});

it("a container that ended by itself is removed when another one replaces it", async () => {
  const { skill, openWith, made, present, end } = await given();
  await (await openWith()).run({ command: "true" });
  const skilled = await openWith(await skill("one"));
  await skilled.run({ command: "true" });
  const [first = "", second = ""] = await made();
  await end(second);
  await expect
    .poll(async () => {
      await skilled.run({ command: "true" });
      return made();
    })
    .toHaveLength(3);
  const [, , third] = await made();
  expect(await present()).toEqual([first, third]);
});

it("a container that is replaced stays until the commands that run in it have ended", async () => {
  const { skill, openWith, made, present, end, go } = await given();
  await (await openWith()).run({ command: "true" });
  const skilled = await openWith(await skill("one"));
  const running = await skilled.spawn({ command: "until-go" });
  const replaced = async (name = "") => {
    const { length } = await made();
    await end(name);
    await expect
      .poll(async () => {
        await skilled.run({ command: "true" });
        return made();
      })
      .toHaveLength(length + 1);
  };
  const [first, second] = await made();
  await replaced(second);
  const [, , third] = await made();
  expect(await present()).toEqual([first, second, third]);
  await go();
  expect(await running.wait()).toEqual({ exitCode: 0 });
  await replaced(third);
  const [, , , fourth] = await made();
  expect(await present()).toEqual([first, fourth]);
});

it("a start succeeds where another instance removes a container that was just listed", async () => {
  const { sandbox, containers, placement, listVanishing } = await fakeEngine();
  await containers.claim(placement, "ws_1");
  await listVanishing();
  await sandbox.start();
  expect(await containers.list(placement)).toEqual([]);
});
