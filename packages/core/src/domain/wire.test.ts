import * as fc from "fast-check";
import * as v from "valibot";
import { expect, it } from "vitest";
import { TimestampSchema, toTimestamp } from "./wire.ts";

it("writes times as RFC 3339 with milliseconds, whatever time was written before", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -8e12, max: 8e15 })), fc.nat(3000), (times, step) => {
      for (const time of times.flatMap((start) => [start, start + step]))
        expect(toTimestamp(time)).toBe(new Date(time).toISOString());
    }),
  );
  expect(toTimestamp(1.9)).toBe("1970-01-01T00:00:00.001Z");
  expect(() => toTimestamp(Number.NaN)).toThrow(RangeError);
});

it("takes only times of days that the calendar has", () => {
  const isTime = (text: string) => v.is(TimestampSchema, text);
  expect(isTime("2028-02-29T00:00:00Z")).toBe(true);
  expect(["2027-02-29T00:00:00Z", "2027-02-30T10:00:00.000Z", "2027-04-31T00:00:00Z"].filter(isTime)).toEqual(
    [],
  );
});
