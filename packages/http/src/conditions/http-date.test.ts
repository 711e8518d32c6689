import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHttpDate } from "./http-date.ts";

const NOW = Date.UTC(2026, 0, 1);
const TIME = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
  "%j is understood",
  (header) => {
    expect(parseHttpDate(header, NOW)).toBe(TIME);
  },
);

test("two digits mean a year that is near", () => {
  const year = (digits: string) =>
    new Date(parseHttpDate(`Sunday, 06-Nov-${digits} 08:49:37 GMT`, NOW) ?? 0).getUTCFullYear();
  expect([year("26"), year("76"), year("77"), year("00")]).toEqual([2026, 2076, 1977, 2000]);
});

test.each([
  ...["", "yesterday", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET"],
  ...["Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 nov 1994 08:49:37 GMT"],
])("%j is no date", (header) => {
  expect(parseHttpDate(header, NOW)).toBeNull();
});

test("what is sent as Last-Modified is understood", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
      const seconds = Math.floor(date.getTime() / 1_000) * 1_000;
      return parseHttpDate(new Date(seconds).toUTCString(), NOW) === seconds;
    }),
  );
});
