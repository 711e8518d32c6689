import { expect, test } from "vitest";
import { readFile } from "./read-file.ts";

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

test("a list of JSON is as many lines as it has objects", async () => {
  expect(await readFile("prompts", file("a.json", '[\n {"name": "A"},\n {"name": "B"}\n]'))).toEqual({
    fileName: "a.json",
    form: "lines",
    lines: ['{"name":"A"}', '{"name":"B"}'],
  });
});

test("lines are sent as they are, without the blank ones", async () => {
  expect(await readFile("templates", file("a.ndjson", '{"name":"A"}\r\n\r\nnonsense\n'))).toMatchObject({
    lines: ['{"name":"A"}', "nonsense"],
  });
});

test("an archive is sent as it is", async () => {
  const archive = file("skills.zip", new Uint8Array([0x50, 0x4b, 3, 4]));
  expect(await readFile("skills", archive)).toEqual({
    fileName: "skills.zip",
    form: "archive",
    archive,
    type: "application/zip",
  });
});

test.each([
  ["a.json", '{"name":"A"}', "The file holds no list."],
  ["a.json", "[", "The file is no JSON"],
  ["a.json", "[]", "The list is empty."],
  ["a.ndjson", "\n \n", "The file is empty."],
])("%s that holds %j is refused", async (name, text, message) => {
  await expect(readFile("prompts", file(name, text))).rejects.toThrow(message);
});

test("a text in another encoding is refused", async () => {
  const latin = new Uint8Array([...new TextEncoder().encode("name,content\nCaf"), 0xe9, 0x2c, 0x78]);
  await expect(readFile("prompts", file("a.csv", latin))).rejects.toThrow("a.csv is no text in UTF-8.");
});
