import { describe, expect, test } from "vitest";
import { ItemsRefusal, readItems } from "./read-items.ts";

const read = async (...parts: readonly BlobPart[]) => {
  const { lines, count } = await readItems(new Blob([...parts]));
  return { text: await lines.text(), count };
};
const refusal = async (...parts: readonly BlobPart[]) => {
  const error: unknown = await read(...parts).catch((thrown: unknown) => thrown);
  return ItemsRefusal.isInstance(error) ? error.message : error;
};

describe("the items of a batch", () => {
  test("are lines, which are sent as they are", async () => {
    const text = '{"key":"a","message":"one"}\r\n\n \t\n{ "key": "b" }';
    expect(await read(text)).toEqual({ text, count: 2 });
    expect(await read("\uFEFF", text)).toEqual({ text, count: 2 });
  });

  test("are an array, which is sent as lines", async () => {
    expect(await read('\n[{"key": "a"},\n {"key": "für 😀",\n "message": "x\\ny"}]\n')).toEqual({
      text: '{"key":"a"}\n{"key":"für 😀","message":"x\\ny"}\n',
      count: 2,
    });
  });

  test("are read whole, however the file is split", async () => {
    const text = Array.from({ length: 5_000 }, (_, index) =>
      JSON.stringify({ key: `${index}`, message: "ü😀".repeat(40) }),
    ).join("\n");
    expect(await read(text)).toEqual({ text, count: 5_000 });
  });

  test.each([
    ["", "There are no items."],
    ["[]", "There are no items."],
    ['{"key":"a"}\n\n"b"', "Item 2 is not an object."],
    ["[[]]", "Item 1 is not an object."],
    ['{"key":"a"}\n{"message":"x"}', 'Item 2 has no "key" that is a text.'],
    ['[{"key":"a"},{"key":7}]', 'Item 2 has no "key" that is a text.'],
    [`{"key":"${"k".repeat(129)}"}`, "Item 1 has a key of more than 128 characters."],
    ['{"key":"a"}\n{"key":"b"}\n{"key":"a"}', 'Item 3 has the key "a", as item 1 does.'],
  ])("%j is refused with the number of the item", async (text, message) => {
    expect(await refusal(text)).toBe(message);
  });

  test("are JSON in UTF-8", async () => {
    expect(await refusal('{"key":"a"}\n{"key":')).toMatch(/^Item 2 is not JSON: /);
    expect(await refusal('[{"key":"a"}')).toMatch(/^The array is not JSON: /);
    expect(await refusal('{"key":"', new Uint8Array([0xff]), '"}')).toBe("The items are not UTF-8 text.");
  });

  test("are at most 100,000", async () => {
    const lines = Array.from({ length: 100_001 }, (_, index) => `{"key":"${index}"}\n`).join("");
    expect(await refusal(lines)).toBe("There are more than 100,000 items.");
  });
});
