import { expect, test } from "vitest";
import { readArchive, bytesSource, zipStream, tarGzStream, type ArchiveInput } from "./index.ts";

const text = (value: string) => new TextEncoder().encode(value);

function input(path: string, content: string | null, executable = false): ArchiveInput {
  const bytes = text(content ?? "");
  return {
    path,
    type: content === null ? "dir" : "file",
    size: bytes.length,
    executable,
    body: async () => new Blob([bytes]).stream(),
  };
}

const ENTRIES = [
  input("a.txt", "hello"),
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
  const expected = ENTRIES.map(({ path, type, size, executable }) => ({ path, type, size, executable }));
  expect(archive.members).toEqual(expected);
  const contents = [];
  for await (const entry of archive.entries()) contents.push(await new Response(entry.body()).text());
  expect(contents).toEqual(["hello", "", "", "#!/bin/sh\n".repeat(20_000), "x"]);
});
