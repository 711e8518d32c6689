import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

it("bytes are written as others write them, and read back", () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes, (given) => {
      const text = toBase64(given);
      expect(text).toBe(Buffer.from(given).toString("base64"));
      expect(fromBase64(text)).toEqual(given);
    }),
  );
});

it.each([24_575, 24_576, 24_577, 100_000])("%i bytes are put together from pieces", (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
  const text = toBase64(bytes);
  expect(text).toBe(Buffer.from(bytes).toString("base64"));
  expect(Buffer.compare(fromBase64(text), bytes)).toBe(0);
});

it("what the bits behind the padding say is passed over", () => {
  expect([...fromBase64("AB==")]).toEqual([0]);
});
