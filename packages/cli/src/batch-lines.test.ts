import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { batchLines } from "./batch-lines.ts";

const item = (key: string, message: string) => JSON.stringify({ key, message });

test("only line feeds end a line, whatever else JSON contains, and lines may be long", async () => {
  const file = join(await newFolder(), "items.ndjson");
  const long = "long ".repeat(50_000);
  await writeFile(file, `\ufeff${item("a", "one\u2028two\u2029")}\r\n\n${item("b", long)}`);
  expect(await Array.fromAsync(batchLines(file, new AbortController().signal))).toEqual([
    { key: "a", message: "one\u2028two\u2029" },
    { key: "b", message: long },
  ]);
});

test("the signal ends the reading", async () => {
  const file = join(await newFolder(), "items.ndjson");
  await writeFile(file, `${item("a", "one")}\n`.repeat(100_000));
  const reading = new AbortController();
  const lines = batchLines(file, reading.signal);
  expect(await lines.next()).toMatchObject({ done: false });
  reading.abort();
  await expect(Array.fromAsync(lines)).rejects.toThrow("aborted");
});
