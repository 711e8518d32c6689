import fc from "fast-check";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { expect } from "vitest";
import type { Volume } from "@workspace-agent/core/ports";
import { bytes, codeOf, givenFolder, textOf } from "./given.test-support.ts";

type Step = (volume: Volume) => Promise<unknown>;

const aName = fc.constantFrom("a", "b", "ü");
const aPath = fc.array(aName, { minLength: 0, maxLength: 3 }).map((names) => names.join("/"));

const aStep: fc.Arbitrary<{ readonly label: string; readonly run: Step }> = fc.oneof(
  fc.tuple(aPath, fc.nat(400)).map(([path, size]) => ({
    label: `write ${path} (${size})`,
    run: (volume: Volume) => volume.write(path, bytes("x".repeat(size))),
  })),
  aPath.map((path) => ({
    label: `write ${path} if absent`,
    run: (volume: Volume) => volume.write(path, bytes("new"), { ifMatch: null }),
  })),
  aPath.map((path) => ({ label: `mkdir ${path}`, run: (volume: Volume) => volume.makeDirectory(path) })),
  aPath.map((path) => ({ label: `remove ${path}`, run: (volume: Volume) => volume.remove(path) })),
  fc.tuple(aPath, aPath, fc.boolean()).map(([src, dest, overwrite]) => ({
    label: `move ${src} ${dest} ${overwrite}`,
    run: (volume: Volume) => volume.move(src, dest, { overwrite }),
  })),
  aPath.map((path) => ({ label: `read ${path}`, run: (volume: Volume) => textOf(volume, path) })),
  aPath.map((path) => ({ label: `list ${path}`, run: (volume: Volume) => volume.list(path) })),
);

async function contents(volume: Volume): Promise<string[]> {
  const { entries } = await volume.list("", { recursive: true });
  return Promise.all(
    entries.map(async ({ path, type, size }) =>
      type === "dir" ? `${path}/` : `${path}: ${size} ${await textOf(volume, path)}`,
    ),
  );
}

/** Runs `numRuns` random series of steps on both, and compares the results. */
export async function expectLikeMemory(numRuns: number): Promise<void> {
  const { provider } = await givenFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 14 }), async (steps) => {
      const quota = { maxBytes: 1_000_000, maxInodes: 1_000 };
      const folder = await provider.workspace(`ws_${++run}`, quota);
      const memory = await memoryVolumes().workspace("ws", quota);
      for (const { label, run: step } of steps) {
        expect([label, await codeOf(step(folder))]).toEqual([label, await codeOf(step(memory))]);
      }
      expect(await contents(folder)).toEqual(await contents(memory));
      expect((await folder.usage()).inodes).toBe((await memory.usage()).inodes);
    }),
    { numRuns },
  );
}
