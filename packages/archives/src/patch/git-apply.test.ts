import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filePatch } from "./file-patch.ts";
import {
  aFolder,
  applyBetweenTrees,
  encode,
  gitApply,
  patchOf,
  type Tree,
  write,
} from "./git-apply.test-support.ts";

test("git makes any tree of any other by the patch", () => applyBetweenTrees(20));

test("a text that would take too long to compare is replaced, and applies too", async () => {
  const top = await aFolder();
  const random = (seed: number) =>
    Array.from({ length: 40_000 }, (_, index) => `${(index * seed) % 7919}\n`).join("");
  const [before, after] = [random(31), random(57)].map(
    (text): Tree => new Map([["large", { type: "file", executable: false, content: encode(text) }]]),
  );
  if (before === undefined || after === undefined) throw new Error("Both are there.");
  const folder = join(top, "files");
  await mkdir(folder);
  await write(folder, before);
  const used = process.cpuUsage();
  const patch = await patchOf(before, after);
  expect(process.cpuUsage(used).user).toBeLessThan(10_000_000);
  await gitApply(top, folder, patch);
  expect(await readFile(join(folder, "large"), "utf8")).toBe(random(57));
});

test("what cannot be had is left out, and why", async () => {
  const side = { type: "file", executable: false, text: null, content: null } as const;
  const known = { ...side, id: "1".repeat(40) };
  const binary = { ...known, id: "2".repeat(40), content: Uint8Array.of(0, 1) };
  expect(await filePatch("f", null, known)).toMatchObject({
    text: "",
    reason: "it is too large, or cannot be read",
  });
  expect(await filePatch("f", { ...side, id: null }, binary)).toMatchObject({ text: "", isBinary: true });
  expect((await filePatch("f", known, { ...known, executable: true })).text).toBe(
    "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n",
  );
});
