import * as v from "valibot";
import { expect, it } from "vitest";
import { VersionSchema } from "./library-name.ts";

it.each([0, -1, 1.5, 2 ** 53, 1e300])(
  "%d is no version, which not every database could be asked for",
  (value) => {
    expect(v.is(VersionSchema, value)).toBe(false);
  },
);

it("a version is a whole number from 1", () => {
  expect([1, 2 ** 53 - 1].every((value) => v.is(VersionSchema, value))).toBe(true);
});
