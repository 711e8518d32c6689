import { expect, test, vi } from "vitest";
import type { ArchiveInput } from "./archive-entry.ts";
import { ArchiveError } from "./archive-error.ts";
import { input, tarGz } from "./archives.test-support.ts";
import { bytesSource, detectArchive, readArchive, tarGzStream, zipStream } from "./index.ts";

const link = (path: string, target: string): ArchiveInput => ({
  ...input(path, ""),
  type: "symlink",
  target,
});

const ENTRIES = [
  input("a.txt", "hello"),
  link("link", "dir/ü 日本.sh"),
  input("empty", ""),
  input("dir", null),
  input("dir/ü 日本.sh", "#!/bin/sh\n".repeat(20_000), true),
  input(`${"long/".repeat(60)}name`, "x"),
];

test.each([
  ["zip", zipStream],
  ["tar.gz", tarGzStream],
] as const)("a %s that was written is read as it was", async (kind, write) => {
  const bytes = await new Response(write(ENTRIES)).bytes();
  const archive = await readArchive(bytesSource(bytes), { maxBytes: 1e6 });
  expect(archive.kind).toBe(kind);
  const expected = ENTRIES.map(({ body: _body, ...member }) => member);
  expect(archive.members).toEqual(expected);
  const contents = [];
  for await (const entry of archive.entries()) contents.push(await new Response(entry.body()).text());
  expect(contents).toEqual(["hello", "", "", "", "#!/bin/sh\n".repeat(20_000), "x"]);
});

test("an archive that is another kind than it was called is refused", async () => {
  const bytes = await new Response(zipStream([])).bytes();
  const refused = { code: "invalid_archive" };
  await expect(readArchive(bytesSource(bytes), { kind: "tar.gz", maxBytes: 1 })).rejects.toMatchObject(
    refused,
  );
  for (const text of ["", "PK", "no archive at all"]) {
    const source = bytesSource(new TextEncoder().encode(text));
    await expect(readArchive(source, { maxBytes: 1 })).rejects.toMatchObject(refused);
  }
});

test("the list of a zip is checked in slices", async () => {
  const entries = Array.from({ length: 1_000 }, (_, index) => input(`f${index}`, ""));
  const nextTask = vi.fn(() => Promise.resolve());
  await readArchive(bytesSource(await new Response(zipStream(entries)).bytes()), { maxBytes: 1, nextTask });
  expect(nextTask).toHaveBeenCalledTimes(7);
});

test("a source that cannot be read is no fault of the archive", async () => {
  const bytes = await tarGz({ name: "a", data: "x" });
  const failure = new Error("the disk broke");
  let reads = 0;
  const source = {
    size: bytes.length,
    read: async (start: number, end: number) => {
      if (++reads > 1) throw failure;
      return new Blob([bytes.slice(start, end)]).stream();
    },
  };
  await expect(readArchive(source, { maxBytes: 1e6 })).rejects.toBe(failure);
  expect(ArchiveError.isInstance(failure)).toBe(false);
});

test("bodies that nobody wants are passed over", async () => {
  for (const write of [zipStream, tarGzStream]) {
    const archive = await readArchive(bytesSource(await new Response(write(ENTRIES)).bytes()), {
      maxBytes: 1e6,
    });
    const paths = [];
    for await (const entry of archive.entries()) {
      paths.push(entry.path);
      if (entry.size > 1_000) await entry.body().cancel();
    }
    expect(paths).toEqual(ENTRIES.map(({ path }) => path));
  }
});

test.each([
  ["application/zip", "zip"],
  ["Application/GZIP; charset=binary", "tar.gz"],
  ["application/x-gzip", "tar.gz"],
  ["application/json", null],
  ["constructor", null],
  ["", null],
])("the content type %j is %j", (type, kind) => {
  expect(detectArchive(type)).toBe(kind);
});
