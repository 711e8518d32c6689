import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Volume } from "@workspace-agent/core/ports";
import { bytes, codeOf, givenFolder, nothingOpen, openFiles } from "./given.test-support.ts";

const MEBIBYTE = 1_048_576;

function zeros(size: number, chunkSize = 65_536): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left > 0) controller.enqueue(new Uint8Array(Math.min(chunkSize, left)));
      left -= chunkSize;
      if (left <= 0) controller.close();
    },
  });
}

/** Far less than the files of these tests, and more than the garbage of other tests. */
const MOST_GROWTH = 250 * MEBIBYTE;

/** The most that the process's memory grows while `work` runs. */
async function growthDuring(work: (look: () => void) => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  await work(() => {
    most = Math.max(most, process.memoryUsage.rss());
  });
  return most - before;
}

describe("a large file", () => {
  it("is written and read without being held in memory", async () => {
    const { volume } = await givenFolder();
    const size = 500 * MEBIBYTE;
    const growth = await growthDuring(async (look) => {
      await volume.write("large", zeros(size));
      look();
      const { entry, body } = await volume.read("large");
      let read = 0;
      for await (const chunk of body) {
        read += chunk.length;
        look();
      }
      expect([entry.size, read]).toEqual([size, size]);
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  it("is read on demand", async () => {
    const { volume } = await givenFolder();
    await volume.write("large", zeros(20 * MEBIBYTE));
    const growth = await growthDuring(async (look) => {
      const opened = await Promise.all(Array.from({ length: 50 }, () => volume.read("large")));
      const readers = opened.map(({ body }) => body.getReader());
      await Promise.all(readers.map((reader) => reader.read()));
      look();
      await Promise.all(readers.map((reader) => reader.cancel()));
    });
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  it("that becomes shorter while it is read causes an error", async () => {
    const given = await givenFolder();
    const { volume, files } = given;
    await volume.write("large", zeros(4 * MEBIBYTE));
    const reader = (await volume.read("large")).body.getReader();
    await reader.read();
    await truncate(join(files, "large"), MEBIBYTE);
    const readOn = async () => {
      while (!(await reader.read()).done);
    };
    expect(await codeOf(readOn())).toBe("precondition_failed");
    await nothingOpen(given);
  });

  it("that grows while it is read ends at its first size", async () => {
    const { volume, files } = await givenFolder();
    await volume.write("large", zeros(MEBIBYTE));
    const { body } = await volume.read("large");
    await truncate(join(files, "large"), 2 * MEBIBYTE);
    expect((await new Response(body).bytes()).length).toBe(MEBIBYTE);
  });

  it("can be read into the reader's own buffers", async () => {
    const { volume } = await givenFolder();
    await volume.write("large", zeros(MEBIBYTE));
    const reader = (await volume.read("large")).body.getReader({ mode: "byob" });
    let [total, buffer] = [0, new ArrayBuffer(100_000)];
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) break;
      total += value.length;
      buffer = value.buffer;
    }
    expect(total).toBe(MEBIBYTE);
  });
});

function failing(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(400_000));
      controller.error(new Error("the connection broke"));
    },
  });
}

/** Checked after each: the garbage collector would close a forgotten file later. */
const USES: Readonly<Record<string, (volume: Volume) => Promise<unknown>>> = {
  "reading to the end": async (volume) => new Response((await volume.read("a/b/large")).body).bytes(),
  "reading a range": async (volume) =>
    new Response((await volume.read("a/b/large", { start: 9, end: 700_000 })).body).bytes(),
  "not beginning to read": async (volume) => (await volume.read("a/b/large")).body.cancel(),
  "stopping to read": async (volume) => {
    const reader = (await volume.read("a/b/large")).body.getReader();
    await reader.read();
    const pending = reader.read().catch(() => {});
    await reader.cancel();
    await pending;
  },
  "forgetting a small file": (volume) => volume.read("small"),
  "a bad range": (volume) => volume.read("a/b/large", { start: 9 * MEBIBYTE }),
  "reading a directory": (volume) => volume.read("a/b"),
  "reading what is absent": (volume) => volume.read("absent/f"),
  writing: (volume) => volume.write("a/c/f", zeros(MEBIBYTE)),
  "writing under a condition": (volume) => volume.write("a/c/new", bytes("x"), { ifMatch: null }),
  "a body that fails": (volume) => volume.write("a/c/f", failing()).catch(() => {}),
  "a body that is too large": (volume) => volume.write("a/c/f", zeros(MEBIBYTE), { maxBytes: 10 }),
  "a full volume": (volume) => volume.write("a/c/f", zeros(60 * MEBIBYTE)),
  "a write to a directory": (volume) => volume.write("a/b", bytes("x")),
  "a condition that does not hold": (volume) => volume.write("small", bytes("x"), { ifMatch: null }),
  "a file in the way": (volume) => volume.write("small/f", bytes("x")),
  listing: (volume) => volume.list("", { recursive: true }),
  "listing a little": (volume) => volume.list("", { recursive: true, limit: 1 }),
  "listing a file": (volume) => volume.list("small"),
  looking: (volume) => Promise.all(["a/b/large", "", "small/f"].map((path) => volume.stat(path))),
  "making a directory": (volume) => volume.makeDirectory("a/d/e/f"),
  moving: (volume) => volume.move("a/b", "g/h", { overwrite: true }),
  "a move that is refused": (volume) => volume.move("a", "a/b"),
  removing: (volume) => volume.remove("a"),
  measuring: (volume) => volume.usage(),
};

describe("open files", () => {
  it.each(Object.entries(USES))("are none after %s", async (_name, use) => {
    const given = await givenFolder({ maxBytes: 50 * MEBIBYTE });
    await given.volume.write("a/b/large", zeros(MEBIBYTE));
    await given.volume.write("small", bytes("small"));
    await codeOf(use(given.volume));
    // Concurrent reads close their files soon after a failure.
    await nothingOpen(given);
  });

  it("are few while a deep tree is listed, measured or removed", async () => {
    const given = await givenFolder();
    const { volume } = given;
    const deep = Array.from({ length: 100 }, () => "d").join("/");
    for (const top of ["x", "y"]) await volume.write(`${top}/${deep}/f`, bytes("x"));
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, openFiles(given).length);
    });
    expect((await volume.list("", { recursive: true })).entries).toHaveLength(204);
    expect((await volume.usage()).inodes).toBe(204);
    await volume.remove("x");
    clearInterval(timer);
    expect(most).toBeLessThan(40);
    await nothingOpen(given);
  });
});
