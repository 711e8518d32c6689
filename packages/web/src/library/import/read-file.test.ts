import { expect, test } from "vitest";
import { readFile } from "./read-file.ts";
import { ImportRefusal } from "./refusal.ts";

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

test("a JSON array has one line per object", async () => {
  expect(await readFile("prompts", file("a.json", '[\n {"name": "A"},\n {"name": "B"}\n]'))).toEqual({
    fileName: "a.json",
    form: "lines",
    lines: ['{"name":"A"}', '{"name":"B"}'],
  });
});

test("lines are not changed, except that blank ones are removed", async () => {
  expect(await readFile("templates", file("a.ndjson", '{"name":"A"}\r\n\r\nnonsense\n'))).toMatchObject({
    lines: ['{"name":"A"}', "nonsense"],
  });
});

test("an archive is not changed", async () => {
  const archive = file("skills.zip", new Uint8Array([0x50, 0x4b, 3, 4]));
  expect(await readFile("skills", archive)).toEqual({
    fileName: "skills.zip",
    form: "archive",
    archive,
    type: "application/zip",
  });
});

test.each([
  ["a.json", '{"name":"A"}', "The file is not a JSON array."],
  ["a.json", "[", "The file is not valid JSON"],
  ["a.json", "[]", "The array is empty."],
  ["a.ndjson", "\n \n", "The file is empty."],
])("%s with %j is refused", async (name, text, message) => {
  await expect(readFile("prompts", file(name, text))).rejects.toThrow(message);
});

test("a file that was deleted since it was chosen is refused", async () => {
  const arrayBuffer = async () => await Promise.reject(new DOMException("gone", "NotReadableError"));
  const slice = () => Object.assign(new Blob(), { arrayBuffer });
  const gone = Object.assign(file("a.ndjson", "{}"), { arrayBuffer });
  const refusal = new ImportRefusal("a.ndjson cannot be read.", "Choose the file again.");
  await expect(readFile("prompts", gone)).rejects.toEqual(refusal);
  await expect(readFile("prompts", Object.assign(gone, { slice }))).rejects.toEqual(refusal);
});

test("a text in another encoding is refused", async () => {
  const latin = new Uint8Array([...new TextEncoder().encode("name,content\nCaf"), 0xe9, 0x2c, 0x78]);
  await expect(readFile("prompts", file("a.csv", latin))).rejects.toThrow("a.csv is not UTF-8 text.");
});
