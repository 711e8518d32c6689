import { execFileSync } from "node:child_process";
import {
  appendFile,
  chmod,
  link,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { memoryObjects } from "@workspace-agent/core/memory";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { ACCESSES, codeOf, givenFolder, nothingOpen } from "../given.test-support.ts";
import { bytePath, linesOf, snapshotsOf } from "./trees.test-support.ts";

const HOUR = 3_600_000;

/** Appends to a file as fast as a thread can. */
const APPENDER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { openSync, writeSync, ftruncateSync } = require("node:fs");
  const fd = openSync(workerData, "r+");
  parentPort.postMessage("running");
  for (let size = 0; ; size = (size + 1) % 1_000) { ftruncateSync(fd, size); }
`;

describe.each(ACCESSES)("a snapshot of a folder, %s", (_, access) => {
  test("gives every name, link and mode back, as an independent copy has them", async () => {
    const given = await givenFolder({}, access);
    const { files, outside, top } = given;
    const objects = memoryObjects();
    await mkdir(join(files, "d/empty"), { recursive: true });
    await mkdir(join(files, "locked"));
    await writeFile(join(files, "locked/f"), "in a locked directory", { mode: 0o400 });
    await chmod(join(files, "locked"), 0o555);
    await writeFile(join(files, "line\nbreak"), "x", { mode: 0o777 });
    await writeFile(bytePath(files, "\xff\xfe \x01"), "not UTF-8");
    await symlink("nowhere", join(files, "dangling"));
    await symlink(join(outside, "folder"), join(files, "d/out"));
    await symlink(bytePath("", "\xff").subarray(1), join(files, "to-bytes"));
    await writeFile(join(files, "one"), "shared");
    await link(join(files, "one"), join(files, "two"));
    await writeFile(join(files, "sparse"), "");
    await truncate(join(files, "sparse"), 3_000_000);
    execFileSync("cp", ["-a", files, join(top, "copy")]);
    const { root } = await snapshotsOf(given).take(objects);
    const { mtimeNs } = await stat(join(files, "line\nbreak"), { bigint: true });

    await rm(join(files, "d"), { recursive: true });
    await symlink(join(outside, "folder"), join(files, "d"));
    await rm(bytePath(files, "\xff\xfe \x01"));
    await writeFile(bytePath(files, "\xfd"), "new");
    await writeFile(join(files, "locked/f"), "changed");
    await rm(join(files, "dangling"));
    await mkdir(join(files, "dangling/now/a/directory"), { recursive: true });
    await rm(join(files, "to-bytes"));
    await appendFile(join(files, "one"), "!");
    await truncate(join(files, "sparse"), 2_000_000);
    await snapshotsOf(given).restore(objects, root);

    expect(linesOf(files)).toEqual(linesOf(join(top, "copy")));
    expect((await stat(join(files, "line\nbreak"), { bigint: true })).mtimeNs).toBe(mtimeNs);
    await given.expectOutsideUntouched();
    await nothingOpen(given);
  });

  test("has a directory again where a link to one outside is now, and touches nothing there", async () => {
    const given = await givenFolder({}, access);
    const { files, outside, top } = given;
    const objects = memoryObjects();
    await mkdir(join(files, "folder"));
    await writeFile(join(files, "folder/secret"), "mine");
    await writeFile(join(files, "secret"), "mine");
    execFileSync("cp", ["-a", files, join(top, "copy")]);
    const { root } = await snapshotsOf(given).take(objects);
    await rm(join(files, "folder"), { recursive: true });
    await rm(join(files, "secret"));
    await symlink(join(outside, "folder"), join(files, "folder"));
    await symlink(join(outside, "secret"), join(files, "secret"));
    await symlink(outside, join(files, "another"));
    await snapshotsOf(given).restore(objects, root);
    expect(linesOf(files)).toEqual(linesOf(join(top, "copy")));
    await given.expectOutsideUntouched();
  });
});

test("sockets, pipes and devices are left out, counted, and stay", async () => {
  const given = await givenFolder();
  const objects = memoryObjects();
  execFileSync("mkfifo", [join(given.files, "pipe")]);
  await writeFile(join(given.files, "f"), "x");
  const { root, files, left_out } = await snapshotsOf(given).take(objects);
  expect([files, left_out.special]).toEqual([1, { count: 1, paths: ["pipe"] }]);
  const { removed } = await snapshotsOf(given).restore(objects, root);
  expect(removed.count).toBe(0);
  expect(linesOf(given.files)).toContain("/pipe special");
});

test("a file that changes all the time is named, and nothing is taken", async () => {
  const given = await givenFolder();
  await mkdir(join(given.files, "logs"));
  await writeFile(join(given.files, "logs/server.log"), "x");
  const worker = new Worker(APPENDER, { eval: true, workerData: join(given.files, "logs/server.log") });
  onTestFinished(async () => {
    await worker.terminate();
  });
  await new Promise((resolve) => worker.once("message", resolve));
  const objects = memoryObjects();
  // Now and then a thread does not run while the file is read.
  for (let code = "ok"; code === "ok";) {
    const taken = snapshotsOf(given).take(objects);
    code = await codeOf(taken);
    if (code === "ok") continue;
    await expect(taken).rejects.toMatchObject({
      code: "snapshot_incomplete",
      detail: expect.stringContaining('"logs/server.log"') as string,
    });
  }
});

test("a tree that is too deep is named", async () => {
  const given = await givenFolder();
  await mkdir(join(given.files, ...Array.from({ length: 130 }, () => "d")), { recursive: true });
  expect(await codeOf(snapshotsOf(given).take(memoryObjects()))).toBe("snapshot_incomplete");
});

describe("a file that did not change", () => {
  async function taken() {
    const clock = fakeClock(Date.now() + HOUR);
    const given = await givenFolder({ clock });
    const objects = memoryObjects();
    await writeFile(join(given.files, "a"), "content of a");
    await writeFile(join(given.files, "b"), "content of b");
    const first = await snapshotsOf(given).take(objects);
    const index = join(given.dir, "workspaces", "ws_1", "snapshots", "index.json");
    return { given, objects, first, index };
  }

  test("is not read again: what is remembered of it counts", async () => {
    const { given, objects, first, index } = await taken();
    const remembered = await readFile(index, "utf8");
    const [a = "", b = ""] = remembered.match(/[0-9a-f]{64}(?=",\d,(?:0|12),12)/g) ?? [];
    await writeFile(index, remembered.replace(a, b));
    await writeFile(join(given.files, "c"), "so that the directory is stored again");
    const second = await snapshotsOf(given).take(objects, { base: first.root });
    await writeFile(index, remembered);
    expect(second.root).not.toBe(first.root);
    const code = await codeOf(snapshotsOf(given).restore(objects, second.root));
    expect(code, "the content of a was read again").toBe("object_corrupt");
  });

  test("is not read again where another snapshot than the base was the last", async () => {
    const { given, objects, first, index } = await taken();
    const stampIn = async () => {
      const { ino, mtimeMs, ctimeMs } = await stat(join(given.files, "a"));
      return `"${ino}.${mtimeMs}.${ctimeMs}",${ctimeMs}`;
    };
    await writeFile(join(given.files, "c"), "c");
    const second = await snapshotsOf(given).take(objects, { base: first.root });
    await rm(join(given.files, "c"));
    const before = await stampIn();
    await writeFile(join(given.files, "a"), "another of a");
    await writeFile(index, (await readFile(index, "utf8")).replace(before, await stampIn()));
    const { root } = await snapshotsOf(given).take(objects, { base: first.root });
    expect(root, "the content of a was read again").toBe(first.root);
    expect(root).not.toBe(second.root);
  });

  test("is read again where its content changed and its time was restored", async () => {
    const { given, objects, first } = await taken();
    const { atime, mtime } = await stat(join(given.files, "a"));
    await writeFile(join(given.files, "a"), "another of a");
    await utimes(join(given.files, "a"), atime, mtime);
    const { root } = await snapshotsOf(given).take(objects, { base: first.root });
    expect(root).not.toBe(first.root);
  });

  test("is not stored again where nothing is remembered, as on another host", async () => {
    const { given, objects, first, index } = await taken();
    await rm(index);
    expect(await snapshotsOf(given).take(objects, { base: first.root })).toEqual({
      ...first,
      stored_bytes: 0,
    });
    await writeFile(index, "{");
    expect((await snapshotsOf(given).take(objects, { base: first.root })).root).toBe(first.root);
  });
});

test("a restore gives files the volume's owner", async () => {
  if (process.getuid?.() !== 0) return;
  const given = await givenFolder({ uid: 1_234, gid: 4_321 });
  const objects = memoryObjects();
  await given.volume.write("d/f", new Uint8Array(3));
  await symlink("f", join(given.files, "d/l"));
  const { root } = await snapshotsOf(given).take(objects);
  await rm(join(given.files, "d"), { recursive: true });
  await snapshotsOf(given).restore(objects, root);
  const owners = execFileSync("find", ["d", "-printf", "%p %U:%G\n"], { cwd: given.files, encoding: "utf8" });
  expect(owners.trim().split("\n").sort()).toEqual(["d 1234:4321", "d/f 1234:4321", "d/l 1234:4321"]);
});

test("two calls at once run one after another, and an abort ends one without the others", async () => {
  const given = await givenFolder();
  const objects = memoryObjects();
  await writeFile(join(given.files, "f"), "1");
  const { root } = await snapshotsOf(given).take(objects);
  const aborting = new AbortController();
  const reason = new Error("Interrupted.");
  await writeFile(join(given.files, "f"), "2");
  // The storage notices the abort.
  const put = () => {
    aborting.abort(reason);
    return Promise.reject(reason);
  };
  const [ended, restored] = await Promise.allSettled([
    snapshotsOf(given).take({ ...objects, put }, { signal: aborting.signal }),
    snapshotsOf(given).restore(objects, root),
  ]);
  expect(ended).toEqual({ status: "rejected", reason });
  expect(restored.status).toBe("fulfilled");
  expect(await readFile(join(given.files, "f"), "utf8")).toBe("1");
});
