import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenFolder } from "./given.test-support.ts";
import { folderObjects } from "./objects/folder-objects.ts";
import { buildKilledProgram, type KilledProgram } from "./testing/killed-program.ts";
import { linesOf, snapshotsOf } from "./snapshots/trees.test-support.ts";

const FILES = 300;
const KILLS = 15;
/** About the time that one turn of the program takes. */
const TURN_MS = 150;

let program: KilledProgram | undefined;
beforeAll(async () => {
  program = await buildKilledProgram();
});
afterAll(() => program?.remove());

const isLeftover = (line: string) => line.includes("/.wa-tmp-");

async function givenTwoTrees() {
  const given = await givenFolder();
  const { files, top } = given;
  const objects = folderObjects({ dir: join(top, "objects"), durable: false });
  const fill = async (content: string) => {
    for (let n = 0; n < FILES; n++)
      await writeFile(join(files, `d${n % 7}`, `f${n}`), `${content} ${n} ${"x".repeat(n * 20)}`);
  };
  for (let n = 0; n < 7; n++) await mkdir(join(files, `d${n}`));
  await fill("one");
  await writeFile(join(files, "large"), Buffer.alloc(5_000_000, 1));
  await mkdir(join(files, "kind"));
  await symlink("nowhere", join(files, "link"));
  const { root: one } = await snapshotsOf(given).take(objects);
  const first = linesOf(files);
  await fill("other");
  await writeFile(join(files, "large"), Buffer.alloc(5_000_000, 2));
  await rm(join(files, "kind"), { recursive: true });
  await writeFile(join(files, "kind"), "a file now");
  await rm(join(files, "d3"), { recursive: true });
  const { root: other } = await snapshotsOf(given).take(objects);
  return { ...given, objects, one, other, first, second: linesOf(files) };
}

test(`a restore that is killed ${KILLS} times leaves each file old or new, and the next one finishes`, async () => {
  const given = await givenTwoTrees();
  const { dir, top, files, objects, one, other, first, second } = given;
  // Directories that are being made have other modes until the end.
  const known = new Set([...first, ...second]);
  const isHalf = (line: string) => !known.has(line) && !isLeftover(line) && !/^[^ ]*\/ 7[0-7]{2}$/.test(line);
  let mixed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const input = { dir, objects: join(top, "objects"), roots: [one, other] };
    await program?.runFor((TURN_MS * 2 * kill) / KILLS, input);
    const left = linesOf(files);
    expect(left.filter(isHalf)).toEqual([]);
    const isOf = (tree: readonly string[]) => left.every((line) => tree.includes(line));
    if (!isOf(first) && !isOf(second)) mixed++;
    const [root, expected] = kill % 2 === 0 ? [one, first] : [other, second];
    await snapshotsOf(given).restore(objects, root);
    expect(linesOf(files).filter((line) => !isLeftover(line))).toEqual(expected);
  }
  expect(mixed, "no restore was under way").toBeGreaterThan(0);
  await given.expectOutsideUntouched();
});

test(`a snapshot that is killed ${KILLS} times while it is taken is complete or not there`, async () => {
  const given = await givenTwoTrees();
  const { dir, top, files, second } = given;
  for (let kill = 0; kill < KILLS; kill++) {
    const input = { dir, objects: join(top, `objects-${kill}`), roots: [] };
    const objects = folderObjects({ dir: input.objects, durable: false });
    const roots = await program?.runFor((TURN_MS * kill) / KILLS, input);
    const root = roots?.at(-1) ?? (await snapshotsOf(given).take(objects)).root;
    execFileSync("find", [files, "-mindepth", "1", "-delete"]);
    await snapshotsOf(given).restore(objects, root);
    expect(linesOf(files)).toEqual(second);
  }
});
