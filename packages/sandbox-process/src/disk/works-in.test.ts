import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { worksIn } from "./works-in.ts";
import { fakeProc } from "./fake-proc.test-support.ts";

async function given() {
  const { folder, proc, make } = await fakeProc();
  return {
    make,
    async open(descriptor: string, path: string, flags: string) {
      await make(`7/task/${descriptor.replace("/", "/fd/")}`, path);
      const info = join(proc, `7/task/${descriptor.replace("/", "/fdinfo/")}`);
      await mkdir(dirname(info), { recursive: true });
      await writeFile(info, `pos:\t0\nflags:\t${flags}\nmnt_id:\t2\n`);
    },
    maps: (...lines: string[]) => writeFile(join(proc, "7/maps"), `${lines.join("\n")}\n`),
    works: () => worksIn("/mnt/afs", { folder, target: "/workspace", proc }),
  };
}

it("a workspace writes to a shared area where one of its threads has a file open for writing", async () => {
  const { open, works } = await given();
  await open("7/3", "/mnt/afs/read", "0100000");
  await open("7/4", "/workspace/f", "0100001");
  await open("7/5", "/mnt/afs-of-another/f", "0100001");
  expect(await works()).toBeNull();
  await open("9/3", "/mnt/afs/d/f", "0102001");
  expect(await works()).toBe("writing");
});

it("a workspace stands in a shared area where a process works in a folder and has no file open for writing", async () => {
  const { make, works } = await given();
  await make("9/root", "/nowhere");
  await make("9/cwd", "/mnt/afs");
  expect(await works()).toBeNull();
  await make("7/cwd", "/mnt/afs");
  expect(await works()).toBe("standing");
});

it("a workspace writes to a shared area where a process has mapped a file for writing", async () => {
  const { maps, works } = await given();
  await maps(
    "7f00-7f10 r--s 00000000 08:01 12 /mnt/afs/read",
    "7f10-7f20 rw-p 00000000 08:01 13 /mnt/afs/private",
    "7f20-7f30 rw-s 00000000 08:01 14 /workspace/f",
    "7f30-7f40 rw-s 00000000 00:00 0",
  );
  expect(await works()).toBeNull();
  await maps("7f00-7f10 rw-s 00000000 08:01 12                         /mnt/afs/d/f (deleted)");
  expect(await works()).toBe("writing");
});
