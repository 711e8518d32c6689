import { expect, test } from "vitest";
import { Crc32 } from "./crc32.ts";

test("is the checksum that every zip has, however the bytes are cut", () => {
  const bytes = new TextEncoder().encode("The quick brown fox jumps over the lazy dog");
  for (let cut = 0; cut <= bytes.length; cut++) {
    const sum = new Crc32();
    sum.add(bytes.subarray(0, cut));
    sum.add(bytes.subarray(cut));
    expect(sum.value).toBe(0x414fa339);
  }
  expect(new Crc32().value).toBe(0);
});
