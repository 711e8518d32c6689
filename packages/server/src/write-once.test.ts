import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeOnce } from "./write-once.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

test("of several callers one creates the file, and it has the complete text of that one", async () => {
  const folder = await newFolder();
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(1_000));
  const created = await Promise.all(texts.map((text) => writeOnce(join(folder, "key"), text)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await readFile(join(folder, "key"), "utf8")).toBe(texts[created.indexOf(true)]);
  expect(await readdir(folder)).toEqual(["key"]);
});
