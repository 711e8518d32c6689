import { expect, test } from "vitest";
import { templateFileOf, sizeOf } from "./file-content.ts";

test("text files are stored as text and others as bytes, and have a size", async () => {
  const text = await templateFileOf(new File(["\uFEFFnaïve"], "a.txt"));
  expect(text).toEqual({ path: "a.txt", content: "\uFEFFnaïve" });
  expect(sizeOf(text)).toBe(9);
  for (const bytes of [[0], [0xff, 1], [1, 2, 0], Array.from({ length: 70_000 }, (_, at) => at % 256)]) {
    const file = await templateFileOf(new File([new Uint8Array(bytes)], "a.bin"));
    expect(file).toEqual({ path: "a.bin", content_base64: Buffer.from(bytes).toString("base64") });
    expect(sizeOf(file)).toBe(bytes.length);
  }
});
