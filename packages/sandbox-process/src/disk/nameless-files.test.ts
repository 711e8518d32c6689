import { open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { namelessFiles } from "./nameless-files.ts";
import { fakeProc } from "./fake-proc.test-support.ts";

const BLOCK = 4_096;

async function given() {
  const { folder, proc, make } = await fakeProc();
  let files = 0;
  /** Opens a file of some blocks and removes it. Returns the path of its descriptor. */
  async function removed(blocks: number): Promise<string> {
    const path = join(folder, `file${files++}`);
    const handle = await open(path, "w");
    onTestFinished(() => handle.close());
    await handle.write(Buffer.alloc(blocks * BLOCK));
    await rm(path);
    return `/proc/self/fd/${handle.fd}`;
  }
  const use = () => namelessFiles(folder, "/workspace", proc);
  return { folder, proc, make, removed, use };
}

it("counts removed files that any thread has open, each once", async () => {
  const { make, removed, use } = await given();
  const shared = await removed(1);
  await make("7/task/7/fd/3", shared);
  await make("7/task/8/fd/3", shared);
  await make("7/task/8/fd/4", await removed(2));
  expect(await use()).toEqual({ bytes: 3 * BLOCK, inodes: 2 });
});

it("counts removed files that are only mapped into memory", async () => {
  const { proc, make, removed, use } = await given();
  await make("7/map_files/1000-5000", await removed(4));
  await make("7/map_files/7f0000000000-7f0000001000", await removed(1));
  const lines = [
    "00001000-00005000 rw-s 00000000 fe:00 12                 /workspace/file0 (deleted)",
    "00005000-00006000 rw-p 00000000 fe:00 13                 /usr/bin/sleep",
    "7f0000000000-7f0000001000 r--p 00000000 fe:00 14         /workspace/a name (deleted)",
  ];
  await writeFile(join(proc, "7/maps"), `${lines.join("\n")}\n`);
  expect(await use()).toEqual({ bytes: 5 * BLOCK, inodes: 2 });
});

it("does not count files with names, nor those of other processes", async () => {
  const { folder, make, removed, use } = await given();
  await writeFile(join(folder, "named"), "x");
  await make("7/task/7/fd/3", join(folder, "named"));
  await make("9/root", tmpdir());
  await make("9/task/9/fd/3", await removed(1));
  expect(await use()).toEqual({ bytes: 0, inodes: 0 });
});
