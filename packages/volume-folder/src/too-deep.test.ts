import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { bytes, codeOf, givenFolder } from "./given.test-support.ts";

/** Relative names reach deeper than any path. */
const MAKE_DEEP = `for (let depth = 0; depth < 2_100; depth++) { require("fs").mkdirSync("d"); process.chdir("d"); }`;

it("a tree that is deeper than any path counts as more than the quota, until it is removed", async () => {
  const { volume, files } = await givenFolder({ maxInodes: 10_000 });
  await volume.write("before", bytes("x"));
  await promisify(execFile)(process.execPath, ["-e", MAKE_DEEP], { cwd: files });
  expect((await volume.usage()).inodes).toBeGreaterThan(10_000);
  expect(await codeOf(volume.write("f", bytes("x")))).toBe("quota_exceeded");
  await volume.remove("d");
  expect((await volume.usage()).inodes).toBe(1);
  expect(await codeOf(volume.write("f", bytes("x")))).toBe("ok");
});
