import { expect, test } from "vitest";
import { fileOf, sizeOf } from "./file-content.ts";

test("a text is kept as text, all else as bytes, each with its size", async () => {
  const text = await fileOf(new File(["\uFEFFnaïve"], "a.txt"));
  expect(text).toEqual({ path: "a.txt", content: "\uFEFFnaïve" });
  expect(sizeOf(text)).toBe(9);
  for (const bytes of [[0], [0xff, 1], [1, 2, 0], Array.from({ length: 70_000 }, (_, at) => at % 256)]) {
    const file = await fileOf(new File([new Uint8Array(bytes)], "a.bin"));
    expect(file).toEqual({ path: "a.bin", content_base64: Buffer.from(bytes).toString("base64") });
    expect(sizeOf(file)).toBe(bytes.length);
  }
});
