import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";
import { EXIT } from "./exit-codes.ts";
import { itemsOfFile } from "./items-of-file.ts";

async function itemsIn(name: string, text: string): Promise<readonly object[]> {
  const file = join(await newFolder(), name);
  await writeFile(file, text);
  return await itemsOfFile(file);
}

test.each([
  ["a.csv", "name,content\nA,x\n"],
  ["a.json", '[{"name":"A","content":"x"}]'],
  ["a.ndjson", '{"name":"A","content":"x"}\n'],
])("%s may begin with a byte order mark", async (name, text) => {
  expect(await itemsIn(name, `\ufeff${text}`)).toEqual([{ name: "A", content: "x" }]);
});

test.each([
  ["a.json", "[", /a\.json: .*JSON/],
  ["a.json", "{}", /a\.json does not contain a JSON array\./],
  ["a.ndjson", "{}\n[]\n", /^Line 2 is not a JSON object\.$/],
])("%s with %j is wrong use", async (name, text, message) => {
  const error: unknown = await itemsIn(name, text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ exitCode: EXIT.usage, message: expect.stringMatching(message) as string });
});
