import { expect, test } from "vitest";
import { crc32, crc32ByTable } from "./crc32.ts";

test.each([crc32, crc32ByTable])(
  "is the checksum that every zip has, however the bytes are cut (%#)",
  (sum) => {
    const bytes = new TextEncoder().encode("The quick brown fox jumps over the lazy dog");
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(sum(bytes.subarray(cut), sum(bytes.subarray(0, cut)))).toBe(0x414fa339);
    }
    expect(sum(new Uint8Array())).toBe(0);
  },
);
