import { expect, it } from "vitest";
import { lastValue } from "./tool-result.ts";

it.each([
  { returned: "the result", result: "the result" },
  { returned: null, result: null },
  { returned: undefined, result: "working" },
])("a generator that returns $returned has the result $result", async ({ returned, result }) => {
  async function* run() {
    yield "working";
    return returned;
  }
  expect(await lastValue(run(), () => {}, new AbortController().signal)).toBe(result);
});
