import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { newWorkspace, serversOn } from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** The topmost of what is kept under names of its own until it is whole. */
const parts = async (dir: string) =>
  (await readdir(dir, { recursive: true })).filter((path) => /^[^.]*\.wa-tmp-[0-9a-f]{16}$/.test(path));

it("what a killed server was writing and unpacking is gone after its next start, and nothing else", async () => {
  const { start, dir } = await serversOn({ SANDBOX: "interpreter" });
  const first = await start();
  const caller = await Caller.signIn(first);
  const agent = `/api/workspaces/${await newWorkspace(caller)}/agent`;
  const packed = await newFolder();
  const bytes = randomBytes(1_000_000);
  await writeFile(join(packed, "large"), bytes);
  await execa("tar", ["-czf", join(packed, "large.tar.gz"), "-C", packed, "large"]);
  const archive = await readFile(join(packed, "large.tar.gz"));

  /** Sends half of a body and never the rest. */
  const sendHalf = (method: string, path: string, type: string, body: Uint8Array<ArrayBuffer>) => {
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(body.subarray(0, body.length / 2)),
    });
    const init = { method, body: half, headers: { "content-type": type }, duplex: "half" as const };
    return caller.fetch(agent + path, init).then(
      (response) => response.text(),
      () => "cut off",
    );
  };
  const binary = "application/octet-stream";
  const kept = await caller.fetch(`${agent}/files?path=kept.txt`, { method: "PUT", body: "kept" });
  expect(kept.ok).toBe(true);
  const put = sendHalf("PUT", "/files?path=deep%2Fput", binary, bytes);
  await expect.poll(() => parts(dir)).toHaveLength(1);
  const unpack = sendHalf("POST", "/dirs/unpack?path=deep", "application/gzip", archive);
  await expect.poll(async () => (await parts(dir)).length).toBeGreaterThan(1);
  first.process.kill("SIGKILL");
  await first.exited;
  expect(await Promise.all([put, unpack])).toEqual(["cut off", "cut off"]);
  const left = await parts(dir);
  expect(left.length, String(left)).toBeGreaterThan(1);

  const second = await start();
  await expect.poll(() => parts(dir)).toEqual([]);
  const read = await caller.at(second.base).fetch(`${agent}/files?path=kept.txt`);
  expect(await read.text()).toBe("kept");
});
