import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRange, resolveRange } from "./range.ts";

describe("a Range header", () => {
  test.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["BYTES=5-", { first: 5, last: null }],
    ["bytes=-7", { suffix: 7 }],
    ["bytes= 1-2 ", { first: 1, last: 2 }],
    ["bytes=,1-2,", { first: 1, last: 2 }],
    ["bytes=007-9", { first: 7, last: 9 }],
    ["bytes=0-99999999999999999999", { first: 0, last: Number.MAX_SAFE_INTEGER }],
  ])("%j asks for %j", (header, range) => {
    expect(parseRange(header)).toEqual(range);
  });

  test.each([
    ...["", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=2-1", "bytes=1", "bytes=1-2-3", "bytes=--1"],
    // Several are not given in parts: whoever asks for them gets the whole.
    ...["bytes=0-1,2-3", "bytes=0-, -1", "bytes=0-0,0-0"],
    ...["items=0-1", "bytes 0-1", "bytes=0-1,x", "bytes=0-1,3-2", "bytes=+1-2", "bytes=1.0-2", "bytes=0x1-2"],
  ])("%j counts as not sent", (header) => {
    expect(parseRange(header)).toBeNull();
  });
});

describe("a range of a file", () => {
  test.each([
    [{ first: 0, last: null }, 10, { start: 0, end: 9 }],
    [{ first: 9, last: 100 }, 10, { start: 9, end: 9 }],
    [{ first: 10, last: null }, 10, null],
    [{ suffix: 3 }, 10, { start: 7, end: 9 }],
    [{ suffix: 11 }, 10, { start: 0, end: 9 }],
    [{ suffix: 0 }, 10, null],
    [{ suffix: 1 }, 0, null],
    [{ first: 0, last: null }, 0, null],
  ])("%j of %i bytes is %j", (range, size, piece) => {
    expect(resolveRange(range, size)).toEqual(piece);
  });

  test("is what it was written for, and lies within the file", () => {
    const sizes = fc.nat({ max: 1_000 });
    fc.assert(
      fc.property(sizes, sizes, sizes, fc.constantFrom("a-b", "a-", "-a"), (size, a, b, form) => {
        const header = `bytes=${form.replace("a", String(a)).replace("b", String(b))}`;
        const bytes = Array.from({ length: size }, (_, index) => index);
        const expected =
          form === "-a"
            ? a === 0
              ? []
              : bytes.slice(-a)
            : bytes.slice(a, form === "a-" ? undefined : b + 1);
        const range = parseRange(header);
        if (range === null) return form === "a-b" && b < a;
        const piece = resolveRange(range, size);
        const got = piece === null ? [] : bytes.slice(piece.start, piece.end + 1);
        return (
          JSON.stringify(got) === JSON.stringify(expected) && (piece === null) === (expected.length === 0)
        );
      }),
    );
  });

  test("is never made of text that is no range", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, size) => {
        const range = parseRange(`bytes=${text}`);
        if (range === null) return true;
        const piece = resolveRange(range, size);
        return piece === null || (piece.start >= 0 && piece.start <= piece.end && piece.end < size);
      }),
    );
  });
});
