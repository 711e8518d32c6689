import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bytes, codeOf, givenFolder, nothingOpen, textOf } from "./given.test-support.ts";
import { accessBeside, type Others } from "./watched-access.test-support.ts";

/** A body of one chunk that the test ends. */
function heldBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return { body: readable, give: () => writer.write(bytes("from the API")), end: () => writer.close() };
}

it("a file that a program writes in place with the same size and time has a new etag", async () => {
  const { volume, files } = await givenFolder();
  const { entry } = await volume.write("f", bytes("one"));
  const { atime, mtime } = await stat(join(files, "f"));
  await writeFile(join(files, "f"), "two");
  await utimes(join(files, "f"), atime, mtime);
  const changed = await volume.stat("f");
  expect([changed?.size, changed?.etag === entry.etag]).toEqual([3, false]);
  expect(await codeOf(volume.write("f", bytes("x"), { ifMatch: entry.etag }))).toBe("precondition_failed");
});

it("a conditional upload does not replace a file that a program made meanwhile", async () => {
  const { volume, files } = await givenFolder();
  const held = heldBody();
  const write = codeOf(volume.write("f", held.body, { ifMatch: null }));
  await held.give();
  await writeFile(join(files, "f"), "from the program");
  await held.end();
  expect(await write).toBe("precondition_failed");
  expect(await textOf(volume, "f")).toBe("from the program");
  expect((await volume.list("")).entries).toHaveLength(1);
});

it("an upload fails where a program removes its folder meanwhile", async () => {
  const given = await givenFolder();
  const { volume, files } = given;
  const held = heldBody();
  const write = codeOf(volume.write("dir/f", held.body));
  await held.give();
  await rm(join(files, "dir"), { recursive: true });
  await held.end();
  expect(await write).toBe("not_found");
  await nothingOpen(given);
});

it.runIf(process.platform === "linux")(
  "a move keeps what a program puts at its source, after it has moved the source to the destination itself",
  async () => {
    const others: Others = {};
    const { volume, files } = await givenFolder({}, accessBeside(others));
    await volume.write("a", bytes("old"));
    others.beforeFiles = async (destination) => {
      delete others.beforeFiles;
      await rename(join(files, "a"), destination);
      await writeFile(join(files, "a"), "new");
    };
    await volume.move("a", "files", { overwrite: true });
    expect(await readdir(files)).toEqual(["files"]);
    expect(await readFile(join(files, "files"), "utf8")).toBe("new");
  },
);
