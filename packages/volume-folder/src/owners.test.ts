import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { folderVolumes } from "./folder-volumes.ts";
import { givenFolder } from "./given.test-support.ts";

/** Simulates another process on the folder: makes its temporary names, and ends it like a killed process. */
async function anotherProcess(dir: string, tag: string) {
  const owners = join(dir, "owners");
  const [own = ""] = await readdir(owners);
  const [boot = ""] = own.split("-");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(owners, `making-${tag}`), resolve));
  // Closed under another name, the socket file stays, as after a kill.
  await rename(join(owners, `making-${tag}`), join(owners, `${boot}-${tag}-00000000`));
  const end = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(end);
  return { end, name: (digits: string) => `.wa-tmp-${tag}${digits}` };
}

/** The leftovers of a killed write, unpack and removal, also in the server's own folders. */
async function leave(dir: string, files: string, name: (digits: string) => string): Promise<string[]> {
  const left = [
    join(files, "a/b", name("00000001")),
    join(files, name("00000002")),
    join(dir, "workspaces", name("00000003")),
    join(dir, "shared/t", name("00000004")),
    join(dir, "skills/t", name("00000005")),
  ];
  for (const [index, path] of left.entries()) {
    await mkdir(index === 0 ? join(files, "a/b") : join(path, "d"), { recursive: true });
    await writeFile(index === 0 ? path : join(path, "d/f"), "x");
  }
  return left;
}

const there = async (dir: string) =>
  (await readdir(dir, { recursive: true })).filter((path) => /\.wa-tmp-[0-9a-f]{16}$/.test(path)).sort();

it("a starting process removes the leftovers of processes that are gone, and not those of others", async () => {
  const { dir, files } = await givenFolder();
  const gone = await anotherProcess(dir, "00000aaa");
  const living = await anotherProcess(dir, "00000bbb");
  await leave(dir, files, gone.name);
  const stays = await leave(dir, files, living.name);
  await gone.end();
  expect(await there(dir)).toHaveLength(10);

  const next = folderVolumes({ dir, durable: false });
  await next.workspace("ws_2");
  await expect.poll(() => there(dir)).toEqual(stays.map((path) => path.slice(dir.length + 1)).sort());
  await expect.poll(async () => (await readdir(join(dir, "owners"))).length).toBe(3);
  await next.close();
  expect((await readdir(join(dir, "owners"))).length).toBe(2);
});
