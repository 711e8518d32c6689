import * as v from "valibot";
import { expect, test } from "vitest";
import { query } from "./query-spec.ts";

const spec = query({
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500))),
  follow: v.optional(v.boolean(), true),
  path: v.string(),
});
const parse = (parameters: Record<string, string>) => spec.parse(new Map(Object.entries(parameters)));

test("numbers and booleans are read where the schema wants them", () => {
  expect(parse({ path: "1", limit: "20", follow: "false" })).toEqual({ path: "1", limit: 20, follow: false });
  expect(parse({ path: "true" })).toEqual({ path: "true" });
});

test("what a parameter may be is left to the service", () => {
  expect(parse({ path: "", limit: "501" })).toEqual({ path: "", limit: 501 });
});

test.each([
  [{ path: "", limit: "" }, "limit must be"],
  [{ path: "", limit: "1e2" }, "limit must be"],
  [{ path: "", limit: "0x10" }, "limit must be"],
  [{ path: "", follow: "yes" }, "follow must be"],
  [{}, "path is required"],
  [{ path: "", Limit: "1" }, "Limit is not a known field"],
  [{ path: "", constructor: "1" }, "constructor is not a known field"],
])("%o is refused and the parameter named", (parameters, detail) => {
  expect(() => parse(parameters)).toThrow(detail);
});

test("a parameter named __proto__ is refused like any unknown one", () => {
  expect(() =>
    spec.parse(
      new Map([
        ["path", ""],
        ["__proto__", "x"],
      ]),
    ),
  ).toThrow("not a known");
});
